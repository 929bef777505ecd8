/* The page's files, answered from memory; see http.h. */
#include <string.h>

#include "http.h"
#include "page.h"

enum { MAX_FIELD = 256 };

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

/* Whether a list of codings, as a browser sends it, has this one and does not weigh it 0. */
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

/* The smallest form of a file that the browser reads. */
static int best_coding(struct lws *wsi, const struct page_file *f)
{
        char list[MAX_FIELD] = "";

        lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_HTTP_ACCEPT_ENCODING);
        for (int coding = BROTLI; coding > PLAIN; coding--)
                if (f->body[coding].begin && accepts(list, CODING_NAMES[coding]))
                        return coding;
        return PLAIN;
}

static int has_already(struct lws *wsi, const struct page_file *f)
{
        char tag[MAX_FIELD] = "";

        lws_hdr_copy(wsi, tag, sizeof tag, WSI_TOKEN_HTTP_IF_NONE_MATCH);
        return strstr(tag, f->tag) != NULL;
}

/* Answers without a file: a status and a sentence. */
static int answer(struct lws *wsi, struct request *r, unsigned status, const char *words)
{
        struct head h = { .status = status, .type = "text/plain; charset=utf-8", .caching = "no-cache", .size = strlen(words) };

        h.last = r->last = status == HTTP_STATUS_METHOD_NOT_ALLOWED; /* what else was sent with it is not waited for */
        r->at = (const unsigned char *)words;
        r->end = r->at + strlen(words);
        if (http_write_head(wsi, &h))
                return 1;
        lws_callback_on_writable(wsi);
        return 0;
}

int files_answer(struct lws *wsi, struct request *r, const char *path)
{
        const struct page_file *f = find(path);
        struct head h = { .status = HTTP_STATUS_OK };
        int only_head = http_is(wsi, WSI_TOKEN_HEAD_URI), coding;

        if (!only_head && !http_is(wsi, WSI_TOKEN_GET_URI) && !http_is(wsi, WSI_TOKEN_HTTP_COLON_PATH))
                return answer(wsi, r, HTTP_STATUS_METHOD_NOT_ALLOWED, "Only GET and HEAD are understood here.\n");
        if (!f)
                return answer(wsi, r, HTTP_STATUS_NOT_FOUND, "There is no such page here. The games are at /\n");
        coding = best_coding(wsi, f);
        h.type = f->type;
        h.tag = f->tag;
        h.caching = f->lasting ? "public, max-age=31536000, immutable" : "no-cache";
        r->at = f->body[coding].begin;
        r->end = f->body[coding].end;
        if (has_already(wsi, f)) {
                h.status = HTTP_STATUS_NOT_MODIFIED;
                r->at = r->end;
        } else {
                h.coding = CODING_NAMES[coding];
        }
        h.size = (size_t)(r->end - r->at);
        if (http_write_head(wsi, &h))
                return 1;
        if (only_head)
                r->at = r->end;
        if (r->at == r->end)
                return lws_http_transaction_completed(wsi);
        lws_callback_on_writable(wsi);
        return 0;
}
