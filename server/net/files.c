/* Serves the page's files from memory; see http.h. */
#include <string.h>

#include "http.h"
#include "page.h"

static const struct limit FILES = { .burst = 400, .every = 50 };

static const char *const CODING_NAMES[CODINGS] = { NULL, "gzip", "br" };

static const struct page_file *find(const char *path)
{
        const struct page_file *f = page_files;

        if (strcmp(path, "/") == 0)
                path = "/index.html";
        while (f->path && strcmp(f->path, path) != 0)
                f++;
        return f->path ? f : NULL;
}

/* Whether an Accept-Encoding header has this coding, and not with a weight of 0. */
static int accepts(const char *list, const char *coding)
{
        size_t length = strlen(coding);

        for (const char *at = list; (at = strstr(at, coding)); at += length) {
                const char *after = at + length;

                if ((at > list && at[-1] != ' ' && at[-1] != ',') || (*after && *after != ',' && *after != ';' && *after != ' '))
                        continue;
                return strncmp(after, ";q=0", 4) != 0 ||
                       (after[4] == '.' && strspn(after + 5, "0") != strspn(after + 5, "0123456789"));
        }
        return 0;
}

/* The smallest encoding of a file that the browser accepts. */
static int best_coding(const struct request *r, const struct page_file *f)
{
        for (int coding = BROTLI; coding > PLAIN; coding--)
                if (f->body[coding].begin && accepts(r->field[ACCEPT_ENCODING], CODING_NAMES[coding]))
                        return coding;
        return PLAIN;
}

void files_answer(struct request *r)
{
        const struct page_file *f = find(r->path);
        struct response a = { .status = OK };
        int coding;

        if (r->method != GET && r->method != HEAD) {
                http_respond_text(r, METHOD_NOT_ALLOWED, "Only GET and HEAD are supported here.\n");
                return;
        }
        if (!server_allows(r->connection->server, r->address, GET_FILE, FILES)) {
                http_respond_text(r, TOO_MANY_REQUESTS, "Too many requests from your address; try again in a moment.\n");
                return;
        }
        if (!f) {
                http_respond_text(r, NOT_FOUND, "There is no such page here. The games are at /\n");
                return;
        }
        coding = best_coding(r, f);
        a.type = f->type;
        a.tag = f->tag;
        a.caching = f->lasting ? "public, max-age=31536000, immutable" : "no-cache";
        if (strstr(r->field[IF_NONE_MATCH], f->tag)) {
                a.status = NOT_MODIFIED;
        } else {
                a.coding = CODING_NAMES[coding];
                a.body = f->body[coding].begin;
                a.size = (size_t)(f->body[coding].end - f->body[coding].begin);
        }
        http_respond(r, &a);
}
