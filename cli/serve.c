/* serai serve: the page and the tables, for browsers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../server/server.h"
#include "cli.h"

static const char USAGE[] =
        "Usage: serai serve [--port N] [--listen ADDRESS] [--db FILE] [--proxy] [--tls-cert FILE --tls-key FILE]\n"
        "                   [--keep-days N] [--trust-local]\n"
        "\n"
        "Serves the games to browsers until it is stopped (Ctrl-C). All that is needed is in this program.\n"
        "\n"
        "  --port N          the port to listen on (default 8080; 0: any that is free)\n"
        "  --listen ADDRESS  who can come: 127.0.0.1, this machine alone (default); 0.0.0.0, everybody who\n"
        "                    reaches it; or one of its addresses\n"
        "  --db FILE         where everything is kept (default serai.db, in the folder it is started in); or\n"
        "                    postgres://name:password@host/database, better given as SERAI_DB, which nobody sees\n"
        "  --proxy           it is reached by a proxy of yours alone, which says in X-Forwarded-For and\n"
        "                    X-Forwarded-Proto who comes and how\n"
        "  --tls-cert FILE   speaks TLS, with the certificates and the key in these files (PEM)\n"
        "  --tls-key FILE\n"
        "  --keep-days N     deletes tables that nobody finished, and games of a guest with bots, when nothing happened\n"
        "                    there for so many days (default 60; 0: never)\n"
        "  --trust-local     no limits for programs on this machine, for load tests; not together with --proxy\n"
        "\n"
        "What is not given is taken from SERAI_PORT, SERAI_LISTEN, SERAI_DB, SERAI_PROXY (1 or 0), SERAI_TLS_CERT,\n"
        "SERAI_TLS_KEY, SERAI_KEEP_DAYS and SERAI_TRUST_LOCAL (1 or 0) in the environment.\n";

enum { USUAL_PORT = 8080, LAST_PORT = 65535, MAX_DAYS = 36500 };

static void say_ready(const struct server_settings *settings, int port)
{
        int everybody = strcmp(settings->address, "0.0.0.0") == 0;

        printf("Serai is at http%s://%s:%d/\n", settings->tls_cert ? "s" : "", everybody ? "127.0.0.1" : settings->address, port);
        if (everybody)
                printf("Others reach it at this machine's own address, port %d.\n", port);
        printf("Ctrl-C stops it.\n");
        fflush(stdout);
}

/* The settings by name: as --flag, and as SERAI_NAME in the environment. */
static const struct {
        const char *flag, *name;
} SETTINGS[] = {
        { "--port", "SERAI_PORT" },           { "--listen", "SERAI_LISTEN" },           { "--db", "SERAI_DB" },
        { "--proxy", "SERAI_PROXY" },         { "--tls-cert", "SERAI_TLS_CERT" },       { "--tls-key", "SERAI_TLS_KEY" },
        { "--keep-days", "SERAI_KEEP_DAYS" }, { "--trust-local", "SERAI_TRUST_LOCAL" },
};
enum { PORT, LISTEN, DB, PROXY, TLS_CERT, TLS_KEY, KEEP_DAYS, TRUST_LOCAL, SETTING_COUNT };

static int is_switch(int which)
{
        return which == PROXY || which == TRUST_LOCAL;
}

/* 0, after saying so, if the value does not fit. */
static int set(struct server_settings *settings, int which, const char *value)
{
        uint64_t number;

        switch (which) {
        case PORT:
                if (!cli_number(value, 0, LAST_PORT, &number)) {
                        cli_fail("the port is a number from 0 to %d, not %s", LAST_PORT, value);
                        return 0;
                }
                settings->port = (int)number;
                return 1;
        case PROXY:
        case TRUST_LOCAL:
                if (!cli_number(value, 0, 1, &number)) {
                        cli_fail("%s is 1 or 0, not %s", SETTINGS[which].name, value);
                        return 0;
                }
                *(which == PROXY ? &settings->proxy : &settings->trust_local) = (int)number;
                return 1;
        case KEEP_DAYS:
                if (!cli_number(value, 0, MAX_DAYS, &number)) {
                        cli_fail("the days are a number from 0 to %d, not %s", MAX_DAYS, value);
                        return 0;
                }
                settings->keep_days = number ? (int)number : -1;
                return 1;
        case LISTEN:
                settings->address = value;
                return 1;
        case DB:
                settings->db = value;
                return 1;
        case TLS_CERT:
                settings->tls_cert = value;
                return 1;
        default:
                settings->tls_key = value;
                return 1;
        }
}

/* 0, after saying so, if something does not fit. */
static int read_settings(struct server_settings *settings, int argc, char **argv)
{
        for (int i = 0; i < SETTING_COUNT; i++) {
                const char *value = getenv(SETTINGS[i].name);

                if (value && *value && !set(settings, i, value))
                        return 0;
        }
        for (int i = 0; i < argc; i++) {
                int which = 0;

                while (which < SETTING_COUNT && strcmp(SETTINGS[which].flag, argv[i]) != 0)
                        which++;
                if (which == SETTING_COUNT || (!is_switch(which) && i + 1 == argc)) {
                        cli_fail("serve does not know %s; serai serve --help tells what it does", argv[i]);
                        return 0;
                }
                if (!set(settings, which, is_switch(which) ? "1" : argv[++i]))
                        return 0;
        }
        if (!settings->tls_cert != !settings->tls_key) {
                cli_fail("TLS needs both a certificate and a key");
                return 0;
        }
        return 1;
}

int cli_serve(int argc, char **argv)
{
        struct server_settings settings = { .address = "127.0.0.1", .port = USUAL_PORT, .db = "serai.db" };
        char why[MAX_STORE_WHY];

        if (argc == 1 && strcmp(argv[0], "--help") == 0)
                return fputs(USAGE, stdout) < 0;
        if (!read_settings(&settings, argc, argv))
                return 2;
        if (server_run(&settings, say_ready, why))
                return 0;
        fprintf(stderr, "serai: %s\n", why);
        return 1;
}
