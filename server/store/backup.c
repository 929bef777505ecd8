/* Online backup by SQLite's backup API; see backup.h.
 *
 * The API starts over whenever another connection has written between two of its steps, and beside a busy server would never
 * finish. So a read transaction is held on the source throughout: it is a snapshot, and in WAL mode blocks nobody. */
#include "backup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

enum { PAGES_AT_ONCE = 1024, PATIENCE_MS = 10000 };

static int ask_text(sqlite3 *db, const char *query, char *answer, size_t cap)
{
        sqlite3_stmt *s;
        int found = sqlite3_prepare_v2(db, query, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW;

        snprintf(answer, cap, "%s", found ? (const char *)sqlite3_column_text(s, 0) : sqlite3_errmsg(db));
        sqlite3_finalize(s);
        return found;
}

static int copy_pages(sqlite3 *source, sqlite3 *copy, void (*progress)(int done, int all), char *why)
{
        sqlite3_backup *b;
        int status;

        if (sqlite3_exec(source, "BEGIN; SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL) != SQLITE_OK) {
                snprintf(why, MAX_STORE_WHY, "%s", sqlite3_errmsg(source));
                return 0;
        }
        b = sqlite3_backup_init(copy, "main", source, "main");
        if (b) {
                while ((status = sqlite3_backup_step(b, PAGES_AT_ONCE)) == SQLITE_OK)
                        if (progress)
                                progress(sqlite3_backup_pagecount(b) - sqlite3_backup_remaining(b), sqlite3_backup_pagecount(b));
                if (sqlite3_backup_finish(b) == SQLITE_OK && status == SQLITE_DONE)
                        return 1;
        }
        snprintf(why, MAX_STORE_WHY, "%s", sqlite3_errmsg(copy));
        return 0;
}

static int is_whole(sqlite3 *copy, char *why)
{
        char verdict[MAX_STORE_WHY / 2];

        if (ask_text(copy, "PRAGMA integrity_check", verdict, sizeof verdict) && strcmp(verdict, "ok") == 0)
                return 1;
        snprintf(why, MAX_STORE_WHY, "the copy is damaged: %s", verdict);
        return 0;
}

/* Created here and not by SQLite, so that nobody else may read it. */
static int make_file(const char *to, char *why)
{
        int fd = open(to, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);

        if (fd < 0) {
                snprintf(why, MAX_STORE_WHY, "%s", errno == EEXIST ? "there is a file of that name already" : strerror(errno));
                return 0;
        }
        close(fd);
        return 1;
}

int backup_make(const char *from, const char *to, void (*progress)(int done, int all), char why[MAX_STORE_WHY])
{
        sqlite3 *source = NULL, *copy = NULL;
        int made = 0;

        if (sqlite3_open_v2(from, &source, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
                snprintf(why, MAX_STORE_WHY, "%s", sqlite3_errmsg(source));
                sqlite3_close(source);
                return 0;
        }
        sqlite3_busy_timeout(source, PATIENCE_MS);
        if (make_file(to, why)) {
                if (sqlite3_open_v2(to, &copy, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK)
                        made = copy_pages(source, copy, progress, why) && is_whole(copy, why);
                else
                        snprintf(why, MAX_STORE_WHY, "%s", sqlite3_errmsg(copy));
                sqlite3_close(copy);
                if (!made)
                        unlink(to);
        }
        sqlite3_close(source);
        return made;
}
