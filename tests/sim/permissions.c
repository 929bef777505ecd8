/* Who may do what, as a table, and the server held to it; see parts.h. */
#include <string.h>

#include "../../server/rooms/hub_parts.h"
#include "parts.h"

/* By the state of the room: open, dealing, playing, over. H: the host; P: a player; N: somebody without a seat; and nobody else. A
 * letter does not say that it is always allowed: rules of the game and of the seats come on top. */
static const struct {
        enum command_kind kind;
        const char *may[4];
} PERMISSIONS[] = {
        { COMMAND_SIT, { "N", "", "", "" } },     { COMMAND_STAND, { "P", "", "", "" } },
        { COMMAND_BOT, { "H", "", "", "" } },     { COMMAND_REMOVE, { "H", "", "", "" } },
        { COMMAND_SET, { "H", "H", "H", "H" } },  { COMMAND_READY, { "P", "", "", "" } },
        { COMMAND_LINK, { "", "P", "P", "P" } },  { COMMAND_ANEW, { "", "", "P", "" } },
        { COMMAND_ALLOW, { "", "", "P", "" } },   { COMMAND_LEAVE, { "HPN", "HPN", "HPN", "HPN" } },
        { COMMAND_CHAT, { "P", "P", "P", "P" } }, { COMMAND_REMATCH, { "", "", "", "P" } },
        { COMMAND_SEE, { "", "", "PN", "PN" } },  { COMMAND_PLAY, { "", "", "P", "" } },
        { COMMAND_UNDO, { "", "", "P", "" } },    { COMMAND_LOOK, { "", "", "P", "" } },
        { COMMAND_WHY, { "", "", "", "" } }, /* its answer is a refusal */
        { COMMAND_HINT, { "", "", "P", "" } },    { COMMAND_RECORD, { "", "", "", "PN" } },
        { COMMAND_RESIGN, { "", "", "P", "" } },  { COMMAND_ABORT, { "", "", "P", "" } },
        { COMMAND_AGREE, { "", "", "P", "" } },   { COMMAND_NUDGE, { "", "", "P", "" } },
        { COMMAND_CLAIM, { "", "", "P", "" } },   { COMMAND_LEAD, { "", "", "", "P" } },
};

static const char *roles_of(const struct room *r, int64_t person)
{
        int seated = room_seat(r, person) >= 0;

        return r->host == person ? seated ? "HP" : "HN" : seated ? "P" : "N";
}

static int is_allowed(const struct room *r, int64_t person, enum command_kind kind)
{
        for (size_t i = 0; i < sizeof PERMISSIONS / sizeof *PERMISSIONS; i++)
                if (PERMISSIONS[i].kind == kind)
                        return strpbrk(roles_of(r, person), PERMISSIONS[i].may[r->state]) != NULL;
        sim_fail("the table of permissions says nothing about %s", COMMAND_ABOUT[kind].name);
}

/* Where the answer comes at once: at a room that is idle, of a lone server. */
static int must_refuse(const struct client *client, const char *text, size_t size)
{
        const struct live_room *live = client->live;
        struct command c;
        struct reason why;

        if (server_count > 1 || !live || client->arriving || live_is_busy(live) || !command_read(&c, text, size, &why) ||
            COMMAND_ABOUT[c.kind].handler < FOR_ROOM)
                return 0;
        figures.permissions++;
        return !is_allowed(&live->room, client->subscriber.person, c.kind);
}

void hear_and_check(struct server *s, struct client *client, const char *text, size_t size)
{
        int refuses = must_refuse(client, text, size);
        int told = client->answers.size;
        uint64_t version = client->live ? client->live->room.version : 0;
        struct live_room *live = client->live;

        figures.commands++;
        hub_hear(s->hub, client, text, size);
        if (!refuses)
                return;
        if (client->answers.size <= told || !strstr(client->answers.text + told, "{\"t\":\"refused\""))
                sim_fail("somebody who may not is not refused: %.*s", (int)size, text);
        if (live->state == LIVE_SAVING || live->room.version != version)
                sim_fail("somebody who may not has changed a table: %.*s", (int)size, text);
}
