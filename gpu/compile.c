/* Compiles the rules of a game for a GPU; see compile.h.
 *
 * The files of core/ go to the compiler as they are. NVRTC has no standard library, so the two standard headers that the rules
 * include are passed along. */
#include "compile.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sources.h"

static const char STDINT[] = "typedef signed char int8_t;\n"
                             "typedef int int32_t;\n"
                             "typedef long long int64_t;\n"
                             "typedef unsigned char uint8_t;\n"
                             "typedef unsigned short uint16_t;\n"
                             "typedef unsigned uint32_t;\n"
                             "typedef unsigned long long uint64_t;\n"
                             "typedef short int16_t;\n"
                             "#define UINT32_MAX 0xffffffffu\n"
                             "#define UINT64_MAX 0xffffffffffffffffull\n";

/* The part of NVRTC that is used, declared here so that its header is not needed to build. */
struct compiler {
        void *library;
        const char *(*error)(int result);
        int (*create)(void **program, const char *source, const char *name, int headers, const char *const *texts,
                      const char *const *names);
        int (*destroy)(void **program);
        int (*compile)(void *program, int options, const char *const *option);
        int (*log_size)(void *program, size_t *size);
        int (*log)(void *program, char *log);
        int (*image_size)(void *program, size_t *size);
        int (*image)(void *program, char *image);
};

static struct compiler compiler; /* loaded once, and kept */
static pthread_once_t looked = PTHREAD_ONCE_INIT;

static void look_for_compiler(void)
{
        static const char *const names[] = { "libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12",
                                             "/usr/local/cuda/lib64/libnvrtc.so" };
        struct {
                const char *name;
                void **function;
        } functions[] = {
                { "nvrtcGetErrorString", (void **)&compiler.error },       { "nvrtcCreateProgram", (void **)&compiler.create },
                { "nvrtcDestroyProgram", (void **)&compiler.destroy },     { "nvrtcCompileProgram", (void **)&compiler.compile },
                { "nvrtcGetProgramLogSize", (void **)&compiler.log_size }, { "nvrtcGetProgramLog", (void **)&compiler.log },
                { "nvrtcGetCUBINSize", (void **)&compiler.image_size },    { "nvrtcGetCUBIN", (void **)&compiler.image },
        };
        void *library = NULL;

        for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++)
                library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        for (size_t i = 0; library && i < sizeof functions / sizeof *functions; i++)
                if (!(*functions[i].function = dlsym(library, functions[i].name)))
                        return;
        compiler.library = library;
}

int compile_can(char *why, int cap)
{
        pthread_once(&looked, look_for_compiler);
        if (!compiler.library)
                snprintf(why, (size_t)cap,
                         "the rules cannot be compiled for a GPU: NVRTC (libnvrtc.so of CUDA 12 or 13) is not installed");
        return compiler.library != NULL;
}

/* Found by experiment: docs/gpu.md. */
struct plan plan_for(const struct game *g)
{
        const struct plan sorted = { 224, 5, 1 }, by_turns = { 128, 10, 0 };

        return g->uneven ? sorted : by_turns;
}

enum { MAX_HEADERS = 128, MAX_PATH = 64, MAX_COMPILE_OPTIONS = 32 };

/* The files under the names by which they are included: within their folders, and from others. */
struct headers {
        int count;
        const char *text[MAX_HEADERS];
        const char *name[MAX_HEADERS];
        char room[MAX_HEADERS][MAX_PATH];
};

static void add_header(struct headers *h, const char *before, const char *name, const char *text)
{
        if (h->count == MAX_HEADERS)
                abort(); /* core/ has grown: raise MAX_HEADERS */
        snprintf(h->room[h->count], MAX_PATH, "%s%s", before, name);
        h->name[h->count] = h->room[h->count];
        h->text[h->count++] = text;
}

/* The source at a path; one without a path: there is none. */
static const struct source *source_of(const char *path)
{
        const struct source *s = sources;

        while (s->path && strcmp(s->path, path) != 0)
                s++;
        return s;
}

static void gather(struct headers *h)
{
        h->count = 0;
        add_header(h, "", "stdint.h", STDINT);
        add_header(h, "", "string.h", "");
        for (const struct source *s = sources; s->path; s++) {
                const char *name = strchr(s->path, '/') + 1;

                if (strcmp(strrchr(name, '.'), ".cu") == 0)
                        continue;
                add_header(h, "", name, s->text);
                add_header(h, "../", s->path, s->text);
        }
}

/* The first lines of the compiler's errors. */
static void complain(void *program, const struct game *g, int result, char *why, int cap)
{
        size_t size = 0;
        char *log = compiler.log_size(program, &size) == 0 && size ? malloc(size) : NULL;

        if (log && compiler.log(program, log) != 0)
                log[0] = '\0';
        snprintf(why, (size_t)cap, "the rules of %s do not compile for the GPU: %s %s", g->name, compiler.error(result),
                 log ? log : "");
        free(log);
}

char *compile_source(const char *path, const struct game *g, const char *const *more, int capability, char *why, int cap)
{
        char arch[MAX_PATH], game[MAX_PATH], rules[MAX_PATH], text[MAX_PATH];
        const char *option[MAX_COMPILE_OPTIONS] = { "-default-device",
                                                    "-std=c++20",
                                                    "-diag-suppress=20044", /* the other games are only declared */
                                                    arch,
                                                    game,
                                                    rules };
        const struct source *kernels = source_of(path);
        struct headers headers;
        void *program = NULL;
        char *image = NULL;
        size_t size = 0;
        int options = 6, result;

        if (!compile_can(why, cap))
                return NULL;
        gather(&headers);
        snprintf(arch, MAX_PATH, "-arch=sm_%d", capability);
        snprintf(game, MAX_PATH, "-DGAME=%s", g->name);
        snprintf(rules, MAX_PATH, "-DRULES=\"../core/%s.c\"", g->name);
        snprintf(text, MAX_PATH, "core/%s_text.c", g->name);
        if (source_of(text)->path) {
                snprintf(text, MAX_PATH, "-DTEXT=\"../core/%.32s_text.c\"", g->name);
                option[options++] = text;
        }
        while (*more && options < MAX_COMPILE_OPTIONS)
                option[options++] = *more++;
        result = compiler.create(&program, kernels->text, path, headers.count, headers.text, headers.name);
        if (result == 0)
                result = compiler.compile(program, options, option);
        if (result == 0)
                result = compiler.image_size(program, &size);
        if (result == 0 && (image = malloc(size)))
                result = compiler.image(program, image);
        if (result != 0 || !image) {
                if (result == 0)
                        snprintf(why, (size_t)cap, "out of memory while compiling the rules of %s", g->name);
                else if (!program)
                        snprintf(why, (size_t)cap, "NVRTC does not begin: %s", compiler.error(result));
                else
                        complain(program, g, result, why, cap);
                free(image);
                image = NULL;
        }
        if (program)
                compiler.destroy(&program);
        return image;
}

char *compile_kernels(const struct game *g, int capability, char *why, int cap)
{
        struct plan plan = plan_for(g);
        char threads[MAX_PATH], blocks[MAX_PATH], sorted[MAX_PATH], others[MAX_PATH];
        const char *const option[] = { threads, blocks, sorted, others, NULL };

        snprintf(threads, MAX_PATH, "-DPLAY_THREADS=%d", plan.threads);
        snprintf(blocks, MAX_PATH, "-DPLAY_BLOCKS=%d", plan.blocks);
        snprintf(sorted, MAX_PATH, "-DSORTED=%d", plan.sorted);
        snprintf(others, MAX_PATH, "-DOTHER_THREADS=%d", OTHER_THREADS);
        return compile_source("gpu/kernels.cu", g, option, capability, why, cap);
}
