/* Fair dice; see fair.h. */
#include "fair.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t MISSING[HASH_BYTES];

int is_missing(const uint8_t value[HASH_BYTES])
{
        return memcmp(value, MISSING, HASH_BYTES) == 0;
}

void hash_again(uint8_t value[HASH_BYTES], uint64_t times)
{
        while (times-- > 0)
                hash(value, HASH_BYTES, value);
}

/* --- the server's chain --- */

enum { STRIDE = SERVER_LINKS / WAYPOINTS };

void chain_open(struct chain *c, const uint8_t secret[HASH_BYTES])
{
        uint8_t link[HASH_BYTES];

        memcpy(link, secret, HASH_BYTES);
        for (int i = WAYPOINTS - 1; i >= 0; i--) {
                memcpy(c->waypoint[i], link, HASH_BYTES);
                hash_again(link, STRIDE);
        }
}

/* Waypoint i is link (i + 1) * STRIDE. */
void chain_link(const struct chain *c, int number, uint8_t out[HASH_BYTES])
{
        int i = number ? (number - 1) / STRIDE : 0;

        memcpy(out, c->waypoint[i], HASH_BYTES);
        hash_again(out, (uint64_t)((i + 1) * STRIDE - number));
}

/* --- known links of a chain --- */

static void know(struct known *k, const uint8_t link[HASH_BYTES], uint64_t number)
{
        memcpy(k->link, link, HASH_BYTES);
        k->number = number;
}

/* Whether a link with this number is of the chain: it hashes to the known link, or the known link to it. */
static int fits(const struct known *k, const uint8_t link[HASH_BYTES], uint64_t number)
{
        int later = number >= k->number;
        uint8_t value[HASH_BYTES];

        if (k->none || number > LINKS)
                return 0;
        memcpy(value, later ? link : k->link, HASH_BYTES);
        hash_again(value, later ? number - k->number : k->number - number);
        return memcmp(value, later ? k->link : link, HASH_BYTES) == 0;
}

/* --- keys --- */

static void open_key(struct hash *h, const char *what)
{
        hash_open(h);
        hash_add(h, what, 10); /* "serai" and four letters */
}

static void pool_key(const struct fair *f, uint8_t key[HASH_BYTES])
{
        struct hash h;

        open_key(&h, "serai tips");
        hash_add(&h, f->table, MAX_TABLE_ID);
        hash_add(&h, f->seal, HASH_BYTES);
        hash_add(&h, f->tip, HASH_BYTES);
        hash_add(&h, f->tips, (uint32_t)f->players * HASH_BYTES);
        hash_close(&h, key);
}

void fair_deal_key(const struct fair *f, uint8_t key[HASH_BYTES])
{
        struct hash h;
        uint8_t pool[HASH_BYTES];

        pool_key(f, pool);
        open_key(&h, "serai deal");
        hash_add(&h, pool, HASH_BYTES);
        hash_add(&h, f->salt, HASH_BYTES);
        hash_add(&h, f->first, (uint32_t)f->players * HASH_BYTES);
        hash_close(&h, key);
}

static void roll_key(const struct fair *f, struct roll *r)
{
        struct hash h;
        uint8_t before[HASH_BYTES], ply[8];

        if (f->rolled)
                memcpy(before, f->rolls[f->rolled - 1].key, HASH_BYTES);
        else
                pool_key(f, before);
        for (int i = 0; i < 8; i++)
                ply[i] = (uint8_t)((uint64_t)r->ply >> 8 * i);
        open_key(&h, "serai roll");
        hash_add(&h, before, HASH_BYTES);
        hash_add(&h, ply, 8);
        hash_add(&h, r->link, HASH_BYTES);
        hash_add(&h, r->own, HASH_BYTES);
        hash_close(&h, r->key);
}

/* --- a game --- */

void fair_open(struct fair *f)
{
        if (!is_missing(f->salt))
                hash(f->salt, HASH_BYTES, f->seal);
        know(&f->server, f->tip, 0);
        for (int p = 0; p < f->players; p++) {
                know(&f->known[p], f->tips[p], 0);
                f->known[p].none = is_missing(f->tips[p]);
        }
}

void fair_close(struct fair *f)
{
        free(f->rolls);
        free(f->anew);
        memset(f, 0, sizeof *f);
}

int fair_first(struct fair *f, int seat, const uint8_t link[HASH_BYTES])
{
        if (!fits(&f->known[seat], link, DEAL_LINK))
                return 0;
        memcpy(f->first[seat], link, HASH_BYTES);
        know(&f->known[seat], link, DEAL_LINK);
        return 1;
}

int fair_is_link(const struct fair *f, int seat, size_t ply, const uint8_t link[HASH_BYTES])
{
        return fits(&f->known[seat], link, (uint64_t)ply + FIRST_LINK);
}

void fair_keep_link(struct fair *f, int seat, size_t ply, const uint8_t link[HASH_BYTES])
{
        if ((uint64_t)ply + FIRST_LINK > f->known[seat].number)
                know(&f->known[seat], link, (uint64_t)ply + FIRST_LINK);
}

/* Grows a list for one more element. */
static int grow(void **list, int *room, int count, size_t size)
{
        void *more;

        if (count < *room)
                return 1;
        more = realloc(*list, (size_t)(*room + 16) * size);
        if (!more)
                return 0;
        *list = more;
        *room += 16;
        return 1;
}

int fair_roll(struct fair *f, size_t ply, int seat, const uint8_t link[HASH_BYTES], const uint8_t *own)
{
        struct roll r = { .ply = ply, .silent = !own };

        if ((f->rolled && ply <= f->rolls[f->rolled - 1].ply) || !fits(&f->server, link, f->server.number + 1) ||
            (own && !fair_is_link(f, seat, ply, own)))
                return 0;
        if (!grow((void **)&f->rolls, &f->rolls_room, f->rolled, sizeof r))
                return 0;
        memcpy(r.link, link, HASH_BYTES);
        if (own) {
                memcpy(r.own, own, HASH_BYTES);
                fair_keep_link(f, seat, ply, own);
        }
        know(&f->server, link, f->server.number + 1);
        roll_key(f, &r);
        f->rolls[f->rolled++] = r;
        return 1;
}

int fair_renew(struct fair *f, size_t ply, int seat, const uint8_t tip[HASH_BYTES])
{
        struct anew a = { .ply = ply, .seat = seat };

        if (!grow((void **)&f->anew, &f->anew_room, f->renewed, sizeof a))
                return 0;
        memcpy(a.tip, tip, HASH_BYTES);
        f->anew[f->renewed++] = a;
        know(&f->known[seat], tip, 0);
        f->known[seat].none = is_missing(tip);
        return 1;
}

int fair_key(const struct fair *f, size_t decided, uint8_t key[HASH_BYTES])
{
        if (decided == 0) {
                fair_deal_key(f, key);
                return 1;
        }
        for (int i = f->rolled - 1; i >= 0 && f->rolls[i].ply + 1 >= decided; i--)
                if (f->rolls[i].ply + 1 == decided) {
                        memcpy(key, f->rolls[i].key, HASH_BYTES);
                        return 1;
                }
        return 0;
}

/* --- checking a message --- */

int message_hash(const struct message *m, int value, uint8_t out[HASH_BYTES])
{
        size_t size;
        const char *digits = message_bytes(m, value, &size);

        return digits && hash_parse(digits, size, out);
}

static const char *verify_roll(struct fair *f, const struct message *m, int roll)
{
        int own = message_member(m, roll, "own"), throws = message_member(m, roll, "throws"), silent;
        uint8_t link[HASH_BYTES], owned[HASH_BYTES];
        uint64_t ply, seat, event = 0;

        if (!message_number(m, message_member(m, roll, "ply"), 0, UINT32_MAX, &ply) ||
            !message_number(m, message_member(m, roll, "seat"), 1, (uint64_t)f->players, &seat) ||
            !message_hash(m, message_member(m, roll, "link"), link))
                return "a roll is malformed";
        silent = !message_hash(m, own, owned);
        if (!fair_roll(f, (size_t)ply, (int)seat - 1, link, silent ? NULL : owned))
                return "a link does not belong to the committed chain";
        for (int t = message_item(m, throws, throws); t != NO_VALUE; t = message_item(m, throws, t)) {
                int first = message_item(m, t, t);
                uint64_t throw, of;
                struct draw d;

                if (!message_number(m, message_item(m, t, first), 1, UINT32_MAX, &of) ||
                    !message_number(m, first, 0, of - 1, &throw))
                        return "a throw is malformed";
                draw_open(&d, f->rolls[f->rolled - 1].key, ++event);
                if (draw_below(&d, (uint32_t)of) != throw)
                        return "a throw is not what the links give";
        }
        return NULL;
}

/* Adds new chains that were begun by this ply, in order. */
static const char *verify_anew(struct fair *f, const struct message *m, int list, int *at, uint64_t by)
{
        for (;;) {
                int next = message_item(m, list, *at);
                uint64_t ply, seat;
                uint8_t tip[HASH_BYTES];

                if (next == NO_VALUE)
                        return NULL;
                if (!message_number(m, message_member(m, next, "ply"), 0, UINT32_MAX, &ply) ||
                    !message_number(m, message_member(m, next, "seat"), 1, (uint64_t)f->players, &seat) ||
                    !message_hash(m, message_member(m, next, "tip"), tip))
                        return "a new chain is malformed";
                if (ply > by)
                        return NULL;
                fair_renew(f, (size_t)ply, (int)seat - 1, tip);
                *at = next;
        }
}

static const char *verify_all(struct fair *f, const struct message *m)
{
        int tips = message_member(m, WHOLE_MESSAGE, "tips"), rolls = message_member(m, WHOLE_MESSAGE, "rolls");
        int anew = message_member(m, WHOLE_MESSAGE, "anew"), renewed = anew;
        const char *wrong = NULL;

        if (!message_word(m, message_member(m, WHOLE_MESSAGE, "table"), f->table, MAX_TABLE_ID) ||
            !message_hash(m, message_member(m, WHOLE_MESSAGE, "seal"), f->seal) ||
            !message_hash(m, message_member(m, WHOLE_MESSAGE, "tip"), f->tip))
                return "the commitments are malformed";
        for (int t = message_item(m, tips, tips); t != NO_VALUE && f->players < MAX_PLAYERS; t = message_item(m, tips, t))
                message_hash(m, t, f->tips[f->players++]); /* or zero */
        fair_open(f);
        for (int r = message_item(m, rolls, rolls); r != NO_VALUE && !wrong; r = message_item(m, rolls, r)) {
                uint64_t ply = 0;

                message_number(m, message_member(m, r, "ply"), 0, UINT32_MAX, &ply);
                if (!(wrong = verify_anew(f, m, anew, &renewed, ply)))
                        wrong = verify_roll(f, m, r);
        }
        return wrong;
}

const char *fair_verify(const struct message *m, int *rolls)
{
        struct fair f;
        const char *wrong;

        memset(&f, 0, sizeof f);
        wrong = verify_all(&f, m);
        *rolls = f.rolled;
        fair_close(&f);
        return wrong;
}

/* --- text --- */

static int digit_value(char digit)
{
        return digit >= '0' && digit <= '9' ? digit - '0' : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

int hash_parse(const char *digits, size_t size, uint8_t value[HASH_BYTES])
{
        uint8_t parsed[HASH_BYTES];

        if (size != 2 * HASH_BYTES)
                return 0;
        for (int i = 0; i < HASH_BYTES; i++) {
                int high = digit_value(digits[2 * i]), low = digit_value(digits[2 * i + 1]);

                if (high < 0 || low < 0)
                        return 0;
                parsed[i] = (uint8_t)(16 * high + low);
        }
        memcpy(value, parsed, HASH_BYTES);
        return 1;
}

void json_hash(struct json *j, uint8_t value[HASH_BYTES])
{
        static const char digits[] = "0123456789abcdef";

        if (json_null(j, is_missing(value)))
                return;
        json_text(j, "\"");
        if (j->in && !j->wrong) {
                if (j->at + 2 * HASH_BYTES > j->size || !hash_parse(j->in + j->at, 2 * HASH_BYTES, value))
                        json_refuse(j, "64 hexadecimal digits");
                else
                        j->at += 2 * HASH_BYTES;
        }
        if (!j->in) {
                char text[2 * HASH_BYTES];

                for (int i = 0; i < 2 * HASH_BYTES; i++)
                        text[i] = digits[value[i / 2] >> (i % 2 ? 0 : 4) & 15];
                text_bytes(&j->out, text, sizeof text);
        }
        json_text(j, "\"");
}

/* Letters and digits. */
static void json_table_id(struct json *j, char *id)
{
        int n = 0;

        json_text(j, "\"");
        if (!j->in)
                json_text(j, id);
        for (; j->in && !j->wrong && j->at < j->size && j->in[j->at] != '"'; j->at++) {
                char c = j->in[j->at];

                if (n == MAX_TABLE_ID - 1 || !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z')))
                        json_refuse(j, "the id of a table");
                else
                        id[n++] = c;
        }
        json_text(j, "\"");
}

static void json_hashes(struct json *j, const char *key, uint8_t list[][HASH_BYTES], int count)
{
        json_text(j, key);
        for (int i = 0; i < count; i++) {
                json_text(j, i ? "," : "[");
                json_hash(j, list[i]);
        }
        json_text(j, "]");
}

static void json_rolls(struct json *j, struct fair *f)
{
        json_text(j, ",\"rolls\":[");
        for (int i = 0; json_more(j, i < f->rolled, i == 0); i++) {
                struct roll none = { 0 }, *r = j->in ? &none : &f->rolls[i];

                json_text(j, "[");
                r->ply = (size_t)json_number(j, r->ply, 0, SIZE_MAX);
                json_text(j, ",");
                json_hash(j, r->link);
                json_text(j, ",");
                json_hash(j, r->own);
                json_text(j, "]");
                if (j->in && !j->wrong) {
                        r->silent = is_missing(r->own);
                        if (!grow((void **)&f->rolls, &f->rolls_room, f->rolled, sizeof *r))
                                json_refuse(j, "less than fills the memory");
                        else
                                f->rolls[f->rolled++] = *r;
                }
        }
        json_text(j, "]");
}

static void json_anew(struct json *j, struct fair *f)
{
        json_text(j, ",\"anew\":[");
        for (int i = 0; json_more(j, i < f->renewed, i == 0); i++) {
                struct anew none = { 0 }, *a = j->in ? &none : &f->anew[i];

                json_text(j, "[");
                a->ply = (size_t)json_number(j, a->ply, 0, SIZE_MAX);
                json_text(j, ",");
                a->seat = json_seat(j, a->seat, f->players);
                json_text(j, ",");
                json_hash(j, a->tip);
                json_text(j, "]");
                if (j->in && !j->wrong && !fair_renew(f, a->ply, a->seat, a->tip))
                        json_refuse(j, "less than fills the memory");
        }
        json_text(j, "]");
}

void json_fair(struct json *j, struct fair *f)
{
        json_text(j, "\"table\":");
        json_table_id(j, f->table);
        json_text(j, ",\"salt\":");
        json_hash(j, f->salt);
        json_text(j, ",\"tip\":");
        json_hash(j, f->tip);
        json_hashes(j, ",\"tips\":", f->tips, f->players);
        json_hashes(j, ",\"first\":", f->first, f->players);
        json_rolls(j, f);
        json_anew(j, f);
}
