/* See push_sender.h. */
#include "push_sender.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <unistd.h>

#include <curl/curl.h>

#include "../clock.h"
#include "../log.h"
#include "push_address.h"

enum { MOST_TRIES = 5, CONNECT_SECONDS = 5, WHOLE_SECONDS = 15, LONGEST_ANSWER = 65536 };

static const uint64_t FIRST_WAIT = 30000, LONGEST_WAIT = 3600000;

struct job {
        STAILQ_ENTRY(job) next;
        struct letter letter;
        int tries;
        uint64_t after; /* not before this time, by the monotonic clock */
        enum sent sent;
};

STAILQ_HEAD(jobs, job);

struct push_sender {
        struct site_key key;
        int loopback;
        void (*done)(void *whose, const struct letter *letter, enum sent sent);
        void *whose;
        uv_async_t async;
        uv_thread_t thread;
        uv_mutex_t lock; /* of what follows */
        uv_cond_t changed;
        struct jobs waiting, finished;
        int count, stopping;
};

/* --- one letter --- */

static curl_socket_t open_socket(void *whose, curlsocktype purpose, struct curl_sockaddr *address)
{
        const struct push_sender *s = whose;

        if (purpose != CURLSOCKTYPE_IPCXN ||
            !(s->loopback ? push_address_is_loopback(&address->addr) : push_address_is_public(&address->addr)))
                return CURL_SOCKET_BAD;
        return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* What a service answers is of no interest. */
static size_t discard(char *bytes, size_t one, size_t size, void *so_far)
{
        size_t *total = so_far;

        (void)bytes;
        *total += one * size;
        return *total > LONGEST_ANSWER ? 0 : size;
}

static int is_to_stop(void *whose, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
        struct push_sender *s = whose;
        int stopping;

        (void)a, (void)b, (void)c, (void)d;
        uv_mutex_lock(&s->lock);
        stopping = s->stopping;
        uv_mutex_unlock(&s->lock);
        return stopping;
}

/* The header fields of a letter. NULL: it cannot be signed. */
static struct curl_slist *head_of(const struct push_sender *s, const struct letter *letter)
{
        char audience[MAX_ORIGIN], vapid[MAX_VAPID], line[128];
        struct curl_slist *list;

        push_audience(letter->endpoint, audience);
        if (!push_authorize(&s->key, audience, letter->origin, (int64_t)clock_wall(), vapid))
                return NULL;
        list = curl_slist_append(NULL, vapid);
        list = curl_slist_append(list, "Content-Type: application/octet-stream");
        list = curl_slist_append(list, "Content-Encoding: aes128gcm");
        snprintf(line, sizeof line, "TTL: %d", letter->seconds);
        list = curl_slist_append(list, line);
        snprintf(line, sizeof line, "Urgency: %s", letter->urgent ? "high" : "normal");
        list = curl_slist_append(list, line);
        snprintf(line, sizeof line, "Topic: %s", letter->topic);
        return letter->topic[0] ? curl_slist_append(list, line) : list;
}

static void set_up(CURL *curl, struct push_sender *s, const char *endpoint, size_t *answer)
{
        curl_easy_setopt(curl, CURLOPT_URL, endpoint);
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, s->loopback ? "http,https" : "https");
        curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
        curl_easy_setopt(curl, CURLOPT_PROXY, "");
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
        curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)WHOLE_SECONDS);
        curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
        curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, s);
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, discard);
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, answer);
        curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
        curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, is_to_stop);
        curl_easy_setopt(curl, CURLOPT_XFERINFODATA, s);
        curl_easy_setopt(curl, CURLOPT_USERAGENT, "Serai");
        if (s->loopback)
                curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
}

/* The status of the answer; 0: there was none. `wait` is for how many seconds the service asks. */
static long post(struct push_sender *s, const struct letter *letter, curl_off_t *wait)
{
        uint8_t point[PUSH_KEY_BYTES], secret[PUSH_AUTH_BYTES], body[MAX_PUSH_BODY];
        size_t size = push_keys_read(letter->key, letter->auth, point, secret)
                            ? push_encrypt(point, secret, letter->text, strlen(letter->text), body, NULL, NULL)
                            : 0,
               answer = 0;
        struct curl_slist *head = size ? head_of(s, letter) : NULL;
        CURL *curl = head ? curl_easy_init() : NULL;
        long status = size && head ? 0 : 400;
        CURLcode failed;

        if (curl) {
                set_up(curl, s, letter->endpoint, &answer);
                curl_easy_setopt(curl, CURLOPT_POST, 1L);
                curl_easy_setopt(curl, CURLOPT_HTTPHEADER, head);
                curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
                curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)size);
                failed = curl_easy_perform(curl);
                curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
                curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, wait);
                if (!status)
                        log_info("push-failed", "why=\"%s\"", curl_easy_strerror(failed));
        }
        curl_easy_cleanup(curl);
        curl_slist_free_all(head);
        return status;
}

/* 1: it is finished; 0: it is to be tried again. */
static int deliver(struct push_sender *s, struct job *job)
{
        curl_off_t asked = 0;
        long status = post(s, &job->letter, &asked);
        uint64_t wait = FIRST_WAIT << 2 * job->tries;

        job->sent = status >= 200 && status < 300  ? SENT
                  : status == 404 || status == 410 ? SENT_TO_NOBODY
                  : status == 0                    ? NO_WAY_OUT
                                                   : NOT_SENT;
        if (status && status != 429 && status < 500)
                return 1;
        if (asked > 0)
                wait = (uint64_t)asked * 1000;
        job->after = clock_monotonic() + (wait < LONGEST_WAIT ? wait : LONGEST_WAIT);
        return ++job->tries >= MOST_TRIES || wait / 1000 > (uint64_t)job->letter.seconds;
}

/* --- the thread --- */

/* The next that may be sent; or for how long to wait. */
static struct job *take_due(struct push_sender *s, uint64_t *wait)
{
        uint64_t now = clock_monotonic();
        struct job *job;

        *wait = LONGEST_WAIT;
        STAILQ_FOREACH (job, &s->waiting, next) {
                if (job->after <= now) {
                        STAILQ_REMOVE(&s->waiting, job, job, next);
                        return job;
                }
                if (job->after - now < *wait)
                        *wait = job->after - now;
        }
        return NULL;
}

static void work(void *whose)
{
        struct push_sender *s = whose;
        uint64_t wait;

        uv_mutex_lock(&s->lock);
        while (!s->stopping) {
                struct job *job = take_due(s, &wait);
                int finished;

                if (!job) {
                        uv_cond_timedwait(&s->changed, &s->lock, wait * 1000000);
                        continue;
                }
                uv_mutex_unlock(&s->lock);
                finished = deliver(s, job);
                uv_mutex_lock(&s->lock);
                if (finished) {
                        STAILQ_INSERT_TAIL(&s->finished, job, next);
                        uv_async_send(&s->async);
                } else {
                        STAILQ_INSERT_TAIL(&s->waiting, job, next);
                }
        }
        uv_mutex_unlock(&s->lock);
}

static void on_finished(uv_async_t *async)
{
        struct push_sender *s = async->data;
        struct jobs finished = STAILQ_HEAD_INITIALIZER(finished);
        struct job *job;

        uv_mutex_lock(&s->lock);
        STAILQ_CONCAT(&finished, &s->finished);
        uv_mutex_unlock(&s->lock);
        while ((job = STAILQ_FIRST(&finished))) {
                STAILQ_REMOVE_HEAD(&finished, next);
                uv_mutex_lock(&s->lock);
                s->count--;
                uv_mutex_unlock(&s->lock);
                s->done(s->whose, &job->letter, job->sent);
                free(job);
        }
}

struct push_sender *push_sender_open(uv_loop_t *loop, const struct site_key *key, int loopback,
                                     void (*done)(void *whose, const struct letter *letter, enum sent sent), void *whose)
{
        struct push_sender *s = calloc(1, sizeof *s);

        if (!s || curl_global_init(CURL_GLOBAL_DEFAULT) != 0)
                abort();
        s->key = *key;
        s->loopback = loopback;
        s->done = done;
        s->whose = whose;
        STAILQ_INIT(&s->waiting);
        STAILQ_INIT(&s->finished);
        uv_mutex_init(&s->lock);
        uv_cond_init(&s->changed);
        uv_async_init(loop, &s->async, on_finished);
        s->async.data = s;
        uv_unref((uv_handle_t *)&s->async);
        if (uv_thread_create(&s->thread, work, s) != 0)
                abort();
        return s;
}

int push_sender_room(struct push_sender *s)
{
        int count;

        uv_mutex_lock(&s->lock);
        count = s->count;
        uv_mutex_unlock(&s->lock);
        return MAX_LETTERS - count;
}

void push_sender_take(struct push_sender *s, const struct letter *letter)
{
        struct job *job = push_sender_room(s) > 0 ? calloc(1, sizeof *job) : NULL;

        if (!job)
                return;
        job->letter = *letter;
        uv_mutex_lock(&s->lock);
        STAILQ_INSERT_TAIL(&s->waiting, job, next);
        s->count++;
        uv_cond_signal(&s->changed);
        uv_mutex_unlock(&s->lock);
}

static void free_jobs(struct jobs *list)
{
        struct job *job;

        while ((job = STAILQ_FIRST(list))) {
                STAILQ_REMOVE_HEAD(list, next);
                free(job);
        }
}

static void on_closed(uv_handle_t *handle)
{
        free(handle->data);
}

void push_sender_close(struct push_sender *s)
{
        uv_mutex_lock(&s->lock);
        s->stopping = 1;
        uv_cond_signal(&s->changed);
        uv_mutex_unlock(&s->lock);
        uv_thread_join(&s->thread);
        free_jobs(&s->waiting);
        free_jobs(&s->finished);
        uv_mutex_destroy(&s->lock);
        uv_cond_destroy(&s->changed);
        uv_close((uv_handle_t *)&s->async, on_closed);
}
