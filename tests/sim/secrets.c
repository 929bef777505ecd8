/* Two worlds that differ only in what a viewer may not know give that viewer the same bytes, in every message; see parts.h. */
#include <stdio.h>
#include <string.h>

#include "../../core/draw.h"
#include "../../server/rooms/room.h"
#include "parts.h"

static const int64_t STRANGER = -7;

/* Everything that can be sent at any time, with the first legal move and one that is not. */
static int write_commands(const struct game *g, const struct state *view, int seat, char text[][256])
{
        move list[MAX_MOVES];
        char legal[MAX_MOVE_TEXT] = "E";
        int n = 0;

        if (g->turn(view) == seat && g->legal(view, list) > 0)
                game_print_move(g, view, list[0], legal, sizeof legal);
        snprintf(text[n++], 256, "{\"t\":\"look\",\"ply\":0,\"moves\":[\"%s\"]}", legal);
        snprintf(text[n++], 256, "{\"t\":\"look\",\"ply\":0,\"moves\":[\"%s\",\"%s\"]}", legal, legal);
        snprintf(text[n++], 256, "{\"t\":\"why\",\"ply\":0,\"move\":\"%s\"}", legal);
        snprintf(text[n++], 256, "{\"t\":\"why\",\"ply\":0,\"move\":\"take 1\"}");
        snprintf(text[n++], 256, "{\"t\":\"why\",\"ply\":0,\"move\":\"a1b1\"}");
        snprintf(text[n++], 256, "{\"t\":\"play\",\"ply\":0,\"move\":\"nowhere\"}");
        snprintf(text[n++], 256, "{\"t\":\"play\",\"ply\":9,\"move\":\"%s\"}", legal);
        snprintf(text[n++], 256, "{\"t\":\"undo\",\"ply\":0}");
        snprintf(text[n++], 256, "{\"t\":\"hint\",\"ply\":0}");
        snprintf(text[n++], 256, "{\"t\":\"record\"}");
        snprintf(text[n++], 256, "{\"t\":\"see\",\"seat\":%d}", seat == SPECTATOR ? 0 : seat + 1);
        snprintf(text[n++], 256, "{\"t\":\"allow\",\"ply\":0,\"yes\":true}");
        return n;
}

/* What a viewer is sent of a room in which this position has come about. */
static void write_story(const struct room *like, const struct state *s, int seat, char commands[][256], int count, struct outbox *o,
                        struct question *q)
{
        static struct room r;
        struct plan plan = {
                .game = like->game, .options = like->options, .players = like->players, .is_public = 1, .watch = 1, .chat = 1
        };
        struct subscriber g = { .person = seat == SPECTATOR ? STRANGER : 100 + seat, .name = "P" };
        uint8_t secret[HASH_BYTES] = { 1 };
        struct entry e;

        room_open(&r, 77);
        room_begin(&plan, 100, secret, secret, 5, &e);
        room_do(&r, &e, 1000);
        for (int p = 0; p < plan.players; p++) {
                r.chair[p].person = 100 + p;
                snprintf(r.chair[p].name, MAX_SEAT_NAME, "player %d", p + 1);
        }
        r.state = ROOM_PLAYING;
        r.table.record.game = like->game;
        record_start(&r.table.record, like->game, s, 1);
        room_come(&r, &g, 0, 0, 1000);
        while (room_tell(&r, &g, 1000, o))
                ;
        for (int i = 0; i < count; i++) {
                struct command c;
                struct reason why = { .is = NULL };

                if (!command_read(&c, commands[i], strlen(commands[i]), &why) || !room_command(&r, &g, &c, 2000, o, &e, &why))
                        tell_refusal(o, COMMAND_ABOUT[c.kind].name, &why);
        }
        memset(q, 0, sizeof *q);
        if (!table_asks(&r.table, &g.viewer, q))
                memset(q, 0, sizeof *q);
        room_go(&r, &g, 3000);
        room_close(&r);
}

void check_secrets(const struct room *r)
{
        const struct game *g = r->game;
        const struct state *s = &r->table.record.state;
        int seat = (int)stream_random(OF_CHECKS, (uint32_t)r->players + 1);
        static struct question one_asks, other_asks;
        struct outbox one = { 0 }, other = { 0 };
        struct state view = *s, world;
        char commands[16][256];
        struct draw d;
        uint8_t key[32];
        int count;

        if (seat == r->players)
                seat = SPECTATOR;
        draw_key(key, stream_random(OF_CHECKS, UINT32_MAX));
        draw_open(&d, key, 0);
        g->redact(&view, seat);
        world = view;
        g->determinize(&world, seat, &d);
        count = write_commands(g, &view, seat, commands);
        write_story(r, s, seat, commands, count, &one, &one_asks);
        write_story(r, &world, seat, commands, count, &other, &other_asks);
        if (strcmp(one.text, other.text) != 0 || memcmp(&one_asks, &other_asks, sizeof one_asks) != 0)
                sim_fail("table %s: seat %d of %s is told what it may not know", r->name, seat, g->name);
        outbox_close(&one);
        outbox_close(&other);
        figures.secrets++;
}
