/* Argon2id by libsodium, in libuv's thread pool; see password.h. */
#include "password.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

/* Of a password that nobody knows, with the parameters of password_hash. */
static const char NOBODYS[] = "$argon2id$v=19$m=65536,t=2,p=1$i0GJeHWL3ZHqqThDpYG4SQ$MJqxHlaKv7IhHRm91kxHMT+YBtDChkHLlBQYG/3pzBo";

_Static_assert(crypto_pwhash_STRBYTES <= MAX_PASSWORD_HASH, "the hash of a password fits");

struct job {
        uv_work_t work;
        STAILQ_ENTRY(job) next; /* in the queue */
        struct server *server;
        char password[MAX_PASSWORD];
        char hash[MAX_PASSWORD_HASH];
        int nobodys;
        int right; /* the answer, or whether it could be computed */
        void (*hashed)(void *whose, const char *hash);
        void (*checked)(void *whose, int right);
        void *whose;
};

static void compute(uv_work_t *work)
{
        struct job *j = work->data;
        size_t length = strlen(j->password);

        if (j->checked)
                j->right = crypto_pwhash_str_verify(j->hash, j->password, length) == 0 && !j->nobodys;
        else
                j->right = crypto_pwhash_str(j->hash, j->password, length, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

static void start_next(struct server *s);

static void on_computed(uv_work_t *work, int status)
{
        struct job *j = work->data;

        j->server->passwords_running--;
        start_next(j->server);
        if (j->checked)
                j->checked(j->whose, status == 0 && j->right);
        else
                j->hashed(j->whose, status == 0 && j->right ? j->hash : NULL);
        sodium_memzero(j, sizeof *j);
        free(j);
}

/* Starts waiting jobs, in order, up to the limit. */
static void start_next(struct server *s)
{
        struct job *j;

        while (s->passwords_running < PASSWORDS_AT_ONCE && (j = STAILQ_FIRST(&s->passwords))) {
                STAILQ_REMOVE_HEAD(&s->passwords, next);
                s->passwords_waiting--;
                s->passwords_running++;
                if (uv_queue_work(&s->loop, &j->work, compute, on_computed) != 0)
                        abort(); /* it fails only without a callback */
        }
}

static void job_start(struct job *j)
{
        STAILQ_INSERT_TAIL(&j->server->passwords, j, next);
        j->server->passwords_waiting++;
        start_next(j->server);
}

/* NULL: the queue is full. */
static struct job *job_open(struct server *s, const char *password, void *whose)
{
        struct job *j = s->passwords_waiting < MAX_PASSWORDS_WAITING ? calloc(1, sizeof *j) : NULL;

        if (!j)
                return NULL;
        j->work.data = j;
        j->server = s;
        j->whose = whose;
        snprintf(j->password, sizeof j->password, "%s", password);
        return j;
}

int password_hash(struct server *s, const char *password, void (*done)(void *whose, const char *hash), void *whose)
{
        struct job *j = job_open(s, password, whose);

        if (!j)
                return 0;
        j->hashed = done;
        job_start(j);
        return 1;
}

int password_check(struct server *s, const char *password, const char *hash, void (*done)(void *whose, int right), void *whose)
{
        struct job *j = job_open(s, password, whose);

        if (!j)
                return 0;
        j->nobodys = hash == NULL;
        j->checked = done;
        snprintf(j->hash, sizeof j->hash, "%s", hash ? hash : NOBODYS);
        job_start(j);
        return 1;
}
