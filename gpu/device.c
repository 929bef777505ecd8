/* The GPU, through CUDA's driver API; see device.h. */
#include "device.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile.h"

/* Attributes, as numbered in cuda.h. */
enum { MULTIPROCESSORS = 16, MOST_THREADS = 39, CAPABILITY_MAJOR = 75, CAPABILITY_MINOR = 76 }; /* of a device */
enum { SHARED_BYTES = 1, LOCAL_BYTES = 3, REGISTERS = 4 };                                      /* of a function */

static const char *const KERNEL_NAMES[KERNELS] = { "deal", "deal_again", "play", "trace", "step", "mask", "observe" };

struct kernels {
        struct device *device;
        void *module; /* NULL: not compiled yet */
        void *function[KERNELS];
        int threads;         /* of a block of `play` and `trace` */
        int blocks[KERNELS]; /* of these, per multiprocessor */
};

/* The functions of the driver that are used, declared here so that its header is not needed to build. */
struct device {
        int (*init)(unsigned flags);
        int (*error)(int result, const char **words);
        int (*get)(int *device, int ordinal);
        int (*name_of)(char *name, int cap, int device);
        int (*attribute)(int *value, int attribute, int device);
        int (*retain)(void **context, int device);
        int (*enter)(void *context);
        int (*wait)(void);
        int (*load)(void **module, const void *image);
        int (*find)(void **function, void *module, const char *name);
        int (*property)(int *value, int attribute, void *function);
        int (*fitting)(int *blocks, void *function, int threads, size_t shared);
        int (*take)(uint64_t *address, size_t bytes);
        int (*give)(uint64_t address);
        int (*copy)(uint64_t to, uint64_t from, size_t bytes);
        int (*launch)(void *function, unsigned x, unsigned y, unsigned z, unsigned threads_x, unsigned threads_y,
                      unsigned threads_z, unsigned shared, void *stream, void **arguments, void **extra);

        void *context;
        int number;
        int processors;
        int capability; /* 90 for 9.0 */
        char name[128];
        struct kernels kernels[MAX_GAMES]; /* by the game's index in games */
};

static struct device device; /* the only one: CUDA keeps it until the program exits anyway */
static char reason[MAX_STATE_TEXT];
static pthread_once_t looked = PTHREAD_ONCE_INIT;
static pthread_mutex_t compiling = PTHREAD_MUTEX_INITIALIZER;

/* The error message of a result; NULL for success. */
static const char *words_for(int result)
{
        const char *words = NULL;

        if (result == 0)
                return NULL;
        return device.error(result, &words) == 0 && words ? words : "the GPU failed";
}

/* 1, or 0 with what failed in `reason`. */
static int went(int result, const char *what)
{
        if (result != 0)
                snprintf(reason, sizeof reason, "the GPU cannot be used: %s: %s", what, words_for(result));
        return result == 0;
}

static int find_functions(void *library)
{
        const struct {
                const char *name;
                void **function;
        } functions[] = {
                { "cuInit", (void **)&device.init },
                { "cuGetErrorString", (void **)&device.error },
                { "cuDeviceGet", (void **)&device.get },
                { "cuDeviceGetName", (void **)&device.name_of },
                { "cuDeviceGetAttribute", (void **)&device.attribute },
                { "cuDevicePrimaryCtxRetain", (void **)&device.retain },
                { "cuCtxSetCurrent", (void **)&device.enter },
                { "cuCtxSynchronize", (void **)&device.wait },
                { "cuModuleLoadData", (void **)&device.load },
                { "cuModuleGetFunction", (void **)&device.find },
                { "cuFuncGetAttribute", (void **)&device.property },
                { "cuOccupancyMaxActiveBlocksPerMultiprocessor", (void **)&device.fitting },
                { "cuMemAlloc_v2", (void **)&device.take },
                { "cuMemFree_v2", (void **)&device.give },
                { "cuMemcpy", (void **)&device.copy },
                { "cuLaunchKernel", (void **)&device.launch },
        };

        for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
                if (!(*functions[i].function = dlsym(library, functions[i].name))) {
                        snprintf(reason, sizeof reason, "the GPU cannot be used: its driver has no %s", functions[i].name);
                        return 0;
                }
        return 1;
}

static void look_for_device(void)
{
        void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
        void *context = NULL;
        int major = 0, minor = 0;

        if (!library) {
                snprintf(reason, sizeof reason, "there is no GPU here that CUDA knows: libcuda.so.1 is not installed");
                return;
        }
        if (!find_functions(library) || !went(device.init(0), "it does not start") ||
            !went(device.get(&device.number, 0), "there is none") ||
            !went(device.name_of(device.name, sizeof device.name, device.number), "it has no name") ||
            !went(device.attribute(&device.processors, MULTIPROCESSORS, device.number), "it does not say what it is") ||
            !went(device.attribute(&major, CAPABILITY_MAJOR, device.number), "it does not say what it is") ||
            !went(device.attribute(&minor, CAPABILITY_MINOR, device.number), "it does not say what it is") ||
            !went(device.retain(&context, device.number), "it is not to be had"))
                return;
        device.capability = 10 * major + minor;
        device.context = context;
}

struct device *device_open(char *why, int cap)
{
        pthread_once(&looked, look_for_device);
        if (device.context)
                return &device;
        snprintf(why, (size_t)cap, "%s", reason);
        return NULL;
}

const char *device_name(const struct device *d)
{
        return d->name;
}

static int place_of_game(const struct game *g)
{
        int i = 0;

        while (game_at(i) != g)
                i++;
        return i;
}

static int load(struct kernels *k, const struct game *g, char *why, int cap)
{
        struct device *d = k->device;
        char *image = compile_kernels(g, d->capability, why, cap);
        const char *wrong = NULL;
        void *module = NULL;

        if (!image)
                return 0;
        wrong = words_for(d->load(&module, image));
        free(image);
        for (int i = 0; !wrong && i < KERNELS; i++)
                wrong = words_for(d->find(&k->function[i], module, KERNEL_NAMES[i]));
        k->threads = plan_for(g).threads;
        for (int i = PLAY; !wrong && i <= TRACE; i++)
                wrong = words_for(d->fitting(&k->blocks[i], k->function[i], k->threads, 0));
        if (wrong)
                snprintf(why, (size_t)cap, "the GPU does not take the rules of %s: %s", g->name, wrong);
        else
                k->module = module;
        return !wrong;
}

struct kernels *device_kernels(struct device *d, const struct game *g, char *why, int cap)
{
        struct kernels *k = &d->kernels[place_of_game(g)];
        int ready;

        d->enter(d->context);
        pthread_mutex_lock(&compiling);
        k->device = d;
        ready = k->module || load(k, g, why, cap);
        pthread_mutex_unlock(&compiling);
        return ready ? k : NULL;
}

/* The kernels that play have as many threads as fit, each taking one game after another; the others have one for each game. */
const char *device_run(struct kernels *k, int kernel, uint32_t games, void **arguments)
{
        struct device *d = k->device;
        int plays = kernel == PLAY || kernel == TRACE, result = d->enter(d->context);
        unsigned threads = plays ? (unsigned)k->threads : (unsigned)OTHER_THREADS;
        unsigned blocks = (games + threads - 1) / threads, most = (unsigned)(k->blocks[kernel] * d->processors);

        if (plays && blocks > most)
                blocks = most;
        if (result == 0)
                result = d->launch(k->function[kernel], blocks, 1, 1, threads, 1, 1, 0, NULL, arguments, NULL);
        return words_for(result == 0 ? d->wait() : result);
}

/* --- other programs --- */

int device_processors(const struct device *d)
{
        return d->processors;
}

int device_capability(const struct device *d)
{
        return d->capability;
}

const char *device_load(struct device *d, const char *image, void **module)
{
        int result = d->enter(d->context);

        return words_for(result == 0 ? d->load(module, image) : result);
}

const char *device_find(struct device *d, void *module, const char *name, void **kernel)
{
        return words_for(d->find(kernel, module, name));
}

const char *device_launch(struct device *d, void *kernel, uint32_t blocks, uint32_t threads, void **arguments)
{
        return words_for(d->launch(kernel, blocks, 1, 1, threads, 1, 1, 0, NULL, arguments, NULL));
}

const char *device_wait(struct device *d)
{
        return words_for(d->wait());
}

uint64_t device_alloc(struct device *d, size_t bytes)
{
        uint64_t address = 0;

        return d->enter(d->context) == 0 && d->take(&address, bytes) == 0 ? address : 0;
}

void device_free(struct device *d, uint64_t address)
{
        if (address && d->enter(d->context) == 0)
                d->give(address);
}

const char *device_copy(struct device *d, uint64_t to, uint64_t from, size_t bytes)
{
        int result = d->enter(d->context);

        return words_for(result == 0 ? d->copy(to, from, bytes) : result);
}

struct footprint device_footprint(const struct kernels *k)
{
        struct device *d = k->device;
        struct footprint f = { .threads = k->threads, .blocks = k->blocks[PLAY], .processors = d->processors };

        d->enter(d->context);
        d->property(&f.registers, REGISTERS, k->function[PLAY]);
        d->property(&f.shared_bytes, SHARED_BYTES, k->function[PLAY]);
        d->property(&f.local_bytes, LOCAL_BYTES, k->function[PLAY]);
        d->attribute(&f.most_threads, MOST_THREADS, d->number);
        return f;
}
