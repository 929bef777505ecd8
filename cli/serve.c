/* serai serve: the server. */
#include <stdio.h>
#include <string.h>

#include "../server/net/lan.h"
#include "../server/rooms/hub.h"
#include "../server/server.h"
#include "cli.h"

/* The arguments; 0 days means forever, for which the server uses another number. */
struct arguments {
        struct server_settings settings;
        int days;
};

#define SETTING(field) INTO(struct arguments, settings.field)

static const struct argument ARGUMENTS[] = {
        { "--port", "N", ARG_NUMBER, SETTING(port), .high = 65535, .usual = "8080", .variable = "SERAI_PORT",
          .help = "the port to listen on; 0: any that is free" },
        { "--listen", "ADDRESS", ARG_TEXT, SETTING(address), .usual = "127.0.0.1", .variable = "SERAI_LISTEN",
          .help = "who can come: 127.0.0.1, this machine alone; 0.0.0.0, everybody who reaches it; or one of its addresses" },
        { "--db", "DB", ARG_TEXT, SETTING(db), .usual = "serai.db", .variable = "SERAI_DB",
          .help = "the file in which everything is kept; or postgres://name:password@host/database, better given in the "
                  "environment, where nobody sees the password" },
        { "--proxy", .kind = ARG_SWITCH, SETTING(proxy), .variable = "SERAI_PROXY",
          .help = "it is reached by a proxy of yours alone, which says in X-Forwarded-For and X-Forwarded-Proto who comes and how" },
        { "--tls-cert", "FILE", ARG_TEXT, SETTING(tls_cert), .variable = "SERAI_TLS_CERT",
          .help = "speaks TLS, with the certificates in this file (PEM)" },
        { "--tls-key", "FILE", ARG_TEXT, SETTING(tls_key), .variable = "SERAI_TLS_KEY", .help = "and the key in this one (PEM)" },
        { "--keep-days", "N", ARG_NUMBER, INTO(struct arguments, days), .high = 36500, .usual = "60", .variable = "SERAI_KEEP_DAYS",
          .help = "deletes tables that nobody finished, and games of a guest with bots, when nothing happened there for so many "
                  "days; 0: never" },
        { "--push-loopback", .kind = ARG_SWITCH, SETTING(push_loopback), .variable = "SERAI_PUSH_LOOPBACK",
          .help = "for tests: notices are sent to push services on this machine, and to no others" },
        { "--trust-local", .kind = ARG_SWITCH, SETTING(trust_local), .variable = "SERAI_TRUST_LOCAL",
          .help = "no limits for programs on this machine, for load tests; not together with --proxy" },
        { 0 },
};

const struct subcommand serve_subcommand = {
        .name = "serve",
        .brief = "serve the games to browsers",
        .about = "Serves the games to browsers until it is stopped (Ctrl-C). The page is part of this program.\n"
                 "\n"
                 "Flags override environment variables, where --proxy and --trust-local are 1 or 0.",
        .arguments = ARGUMENTS,
        .run = cli_serve,
};

static void say_ready(const struct server_settings *settings, int port)
{
        const char *address = settings->address, *s = settings->tls_cert ? "s" : "";
        int everybody = strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
        char lan[MAX_LAN][MAX_ADDRESS];
        int count = lan_addresses(address, lan);

        if (strchr(address, ':') && !everybody)
                printf("Serai is at http%s://[%s]:%d/\n", s, address, port);
        else
                printf("Serai is at http%s://%s:%d/\n", s, everybody ? "127.0.0.1" : address, port);
        for (int i = 0; i < count; i++)
                printf("Other devices in your network: http%s://%s:%d/\n", s, lan[i], port);
        if (everybody && !count)
                printf("This machine is in no network: other devices cannot reach it.\n");
        else if (server_is_local(address))
                printf("Only this machine can reach it. To let others in: --listen 0.0.0.0\n");
        printf("Ctrl-C stops it.\n");
        fflush(stdout);
}

int cli_serve(int argc, char **argv)
{
        struct arguments w = { 0 };
        char why[MAX_STORE_WHY];
        int status = arguments_read(&serve_subcommand, &w, &argc, argv);

        if (status != GO_ON)
                return status;
        if (!w.settings.tls_cert != !w.settings.tls_key)
                return cli_fail("TLS needs both a certificate and a key");
        w.settings.keep_days = w.days ? w.days : KEEP_ALWAYS;
        if (server_run(&w.settings, say_ready, why))
                return 0;
        fprintf(stderr, "serai: %s\n", why);
        return 1;
}
