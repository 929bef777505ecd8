/* The disk of a lone server: an SQLite VFS in memory; see sim.h.
 *
 * Of each file there are two images: what a read sees, and what is surely on the disk. A write changes the first and marks its
 * sectors as dirty; a sync copies the dirty ones to the second. In a crash each dirty sector takes the content of either image, and
 * so does the size. Names are treated likewise: a file that was made and not synced may vanish, and one that was deleted may come
 * back.
 *
 * A database has one connection at a time, so locks are always granted, and the WAL index is memory of the connection. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include <sqlite3.h>

#include "sim.h"

enum { SECTOR = 512, FIRST_ROOM = 64 * 1024, MAX_PATH = 4096, MAX_REGIONS = 64 };

struct file {
        LIST_ENTRY(file) next;
        char *name;
        int is_there;                 /* 0: deleted, */
        int is_on_disk;               /* but perhaps its name is still on the disk */
        int handles;                  /* that are open */
        unsigned char *bytes, *saved; /* the two images, each zero beyond its size */
        int64_t size, saved_size;
        size_t room;             /* of each image, in sectors */
        unsigned char *is_dirty; /* for each sector, */
        uint32_t *dirty;         /* and a list of those that are, with as much room */
        size_t dirty_count;
};

static LIST_HEAD(, file) files = LIST_HEAD_INITIALIZER(files); /* the newest first */

struct handle {
        struct sqlite3_file base;
        struct file *file;
        unsigned boot;             /* when it was opened; after a crash it is of no use */
        void *region[MAX_REGIONS]; /* the WAL index */
};

static unsigned boots; /* crashes so far */

/* --- files --- */

static struct file *find(const char *name)
{
        struct file *f;

        LIST_FOREACH (f, &files, next)
                if (f->is_there && strcmp(f->name, name) == 0)
                        return f;
        return NULL;
}

static struct file *make(const char *name)
{
        struct file *f = calloc(1, sizeof *f);

        if (!f || !(f->name = strdup(name)))
                abort();
        f->is_there = 1;
        LIST_INSERT_HEAD(&files, f, next);
        return f;
}

static void discard(struct file *f)
{
        LIST_REMOVE(f, next);
        free(f->name);
        free(f->bytes);
        free(f->saved);
        free(f->is_dirty);
        free(f->dirty);
        free(f);
}

/* The directory is synced: files that were deleted stay so. */
static void sync_deletions(void)
{
        for (struct file *f = LIST_FIRST(&files), *after; f; f = after) {
                after = LIST_NEXT(f, next);
                if (!f->is_there)
                        discard(f);
        }
}

/* A deletion that is not synced may be undone by a crash. */
static void remove_file(struct file *f, int synced)
{
        assert(f->handles == 0);
        f->is_there = 0;
        if (!f->is_on_disk)
                discard(f);
        if (synced)
                sync_deletions();
}

static void *grown(void *block, size_t size, size_t new_size)
{
        unsigned char *b = realloc(block, new_size);

        if (!b)
                abort();
        memset(b + size, 0, new_size - size);
        return b;
}

static void make_room(struct file *f, int64_t size)
{
        size_t room = f->room ? f->room : FIRST_ROOM / SECTOR;

        while ((int64_t)room * SECTOR < size)
                room *= 2;
        if (room == f->room)
                return;
        f->bytes = grown(f->bytes, f->room * SECTOR, room * SECTOR);
        f->saved = grown(f->saved, f->room * SECTOR, room * SECTOR);
        f->is_dirty = grown(f->is_dirty, f->room, room);
        f->dirty = grown(f->dirty, f->room * sizeof *f->dirty, room * sizeof *f->dirty);
        f->room = room;
}

static void mark_dirty(struct file *f, int64_t from, int64_t to)
{
        for (int64_t sector = from / SECTOR; sector * SECTOR < to; sector++)
                if (!f->is_dirty[sector]) {
                        f->is_dirty[sector] = 1;
                        f->dirty[f->dirty_count++] = (uint32_t)sector;
                }
}

static void put(struct file *f, const void *bytes, int64_t count, int64_t at)
{
        make_room(f, at + count);
        memcpy(f->bytes + at, bytes, (size_t)count);
        mark_dirty(f, at, at + count);
        if (at + count > f->size)
                f->size = at + count;
}

static void sync_file(struct file *f)
{
        for (size_t i = 0; i < f->dirty_count; i++) {
                size_t at = (size_t)f->dirty[i] * SECTOR;

                memcpy(f->saved + at, f->bytes + at, SECTOR);
                f->is_dirty[f->dirty[i]] = 0;
        }
        f->dirty_count = 0;
        f->saved_size = f->size;
        if (!f->is_on_disk)
                sync_deletions(); /* SQLite syncs the directory, too, when it has made a file */
        f->is_on_disk = 1;
}

/* --- a crash --- */

/* How many quarters of the sectors are kept differs from crash to crash: all, or none, must be likely even if there are many. */
static void crash_file(struct file *f)
{
        uint32_t kept = sim_random(5);
        int64_t size = sim_random(4) < kept ? f->size : f->saved_size;

        for (size_t i = 0; i < f->dirty_count; i++) {
                int64_t at = (int64_t)f->dirty[i] * SECTOR, end = size < at ? 0 : size - at;

                if (sim_random(4) >= kept)
                        memcpy(f->bytes + at, f->saved + at, SECTOR);
                if (end < SECTOR)
                        memset(f->bytes + at + end, 0, (size_t)(SECTOR - end));
        }
        f->size = size;
        sync_file(f);
}

/* 1: a newer file has the same name. */
static int is_name_taken(const struct file *f)
{
        const struct file *other = LIST_FIRST(&files);

        while (other != f && strcmp(other->name, f->name) != 0)
                other = LIST_NEXT(other, next);
        return other != f;
}

void disk_crash(void)
{
        boots++;
        for (struct file *f = LIST_FIRST(&files), *after; f; f = after) {
                int stays = f->is_there == f->is_on_disk ? f->is_there : (int)sim_random(2);

                after = LIST_NEXT(f, next);
                f->handles = 0;
                if (!stays || !*f->name || is_name_taken(f)) {
                        discard(f);
                        continue;
                }
                f->is_there = f->is_on_disk = 1;
                crash_file(f);
        }
}

/* SQLite seeds its generator once for the process; a run has to begin with a new seed. */
void disk_clear(void)
{
        boots++;
        while (!LIST_EMPTY(&files))
                discard(LIST_FIRST(&files));
        sqlite3_randomness(0, NULL);
}

/* --- what SQLite does with an open file --- */

/* NULL: the disk has crashed since it was opened. */
static struct file *file_of(sqlite3_file *base)
{
        struct handle *h = (struct handle *)base;

        return h->boot == boots ? h->file : NULL;
}

static int unmap_index(sqlite3_file *base, int deleted)
{
        struct handle *h = (struct handle *)base;

        (void)deleted;
        for (int i = 0; i < MAX_REGIONS; i++) {
                free(h->region[i]);
                h->region[i] = NULL;
        }
        return SQLITE_OK;
}

static int close_file(sqlite3_file *base)
{
        struct file *f = file_of(base);

        unmap_index(base, 0);
        if (f && --f->handles == 0 && !*f->name)
                discard(f);
        return SQLITE_OK;
}

static int read_file(sqlite3_file *base, void *to, int count, sqlite3_int64 at)
{
        const struct file *f = file_of(base);
        int64_t there;

        if (!f)
                return SQLITE_IOERR_READ;
        there = f->size - at < count ? f->size - at : count;
        if (there < 0)
                there = 0;
        if (there)
                memcpy(to, f->bytes + at, (size_t)there);
        memset((char *)to + there, 0, (size_t)(count - there));
        return there == count ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

/* A write that fails may have written its first bytes. */
static int write_file(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 at)
{
        struct file *f = file_of(base);

        if (!f)
                return SQLITE_IOERR_WRITE;
        if (conditions.disk_fails && sim_chance(conditions.disk_fails)) {
                put(f, bytes, sim_random((uint32_t)count), at);
                return SQLITE_IOERR_WRITE;
        }
        if (conditions.disk_is_full && at + count > f->size) {
                if (at < f->size)
                        put(f, bytes, f->size - at, at);
                return SQLITE_FULL;
        }
        put(f, bytes, count, at);
        return SQLITE_OK;
}

static int truncate_file(sqlite3_file *base, sqlite3_int64 size)
{
        struct file *f = file_of(base);

        if (!f)
                return SQLITE_IOERR_TRUNCATE;
        make_room(f, size);
        if (size < f->size) {
                memset(f->bytes + size, 0, (size_t)(f->size - size));
                mark_dirty(f, size, f->size);
        }
        f->size = size;
        return SQLITE_OK;
}

/* If it fails, nobody knows which of the writes are on the disk: they stay dirty. */
static int sync_handle(sqlite3_file *base, int flags)
{
        struct file *f = file_of(base);

        (void)flags;
        if (!f || (conditions.disk_fails && sim_chance(conditions.disk_fails)))
                return SQLITE_IOERR_FSYNC;
        if (!conditions.disk_lies)
                sync_file(f);
        return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size)
{
        const struct file *f = file_of(base);

        *size = f ? f->size : 0;
        return f ? SQLITE_OK : SQLITE_IOERR_FSTAT;
}

static int lock(sqlite3_file *base, int level)
{
        (void)level;
        return file_of(base) ? SQLITE_OK : SQLITE_IOERR_LOCK;
}

static int unlock(sqlite3_file *base, int level)
{
        (void)base, (void)level;
        return SQLITE_OK;
}

static int is_reserved(sqlite3_file *base, int *answer)
{
        *answer = 0;
        return lock(base, 0);
}

static int control(sqlite3_file *base, int what, void *about)
{
        (void)base, (void)what, (void)about;
        return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *base)
{
        (void)base;
        return SECTOR;
}

/* As on Linux: a write does not change bytes beside it, even if the power fails. */
static int characteristics(sqlite3_file *base)
{
        (void)base;
        return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int map_index(sqlite3_file *base, int which, int size, int extend, void volatile **region)
{
        struct handle *h = (struct handle *)base;

        *region = NULL;
        if (!file_of(base) || which >= MAX_REGIONS)
                return SQLITE_IOERR_SHMMAP;
        if (!h->region[which] && extend)
                h->region[which] = grown(NULL, 0, (size_t)size);
        *region = h->region[which];
        return SQLITE_OK;
}

static int lock_index(sqlite3_file *base, int first, int count, int flags)
{
        (void)first, (void)count;
        return flags & SQLITE_SHM_UNLOCK ? SQLITE_OK : lock(base, 0);
}

static void barrier(sqlite3_file *base)
{
        (void)base;
}

static const struct sqlite3_io_methods METHODS = {
        .iVersion = 2,
        .xClose = close_file,
        .xRead = read_file,
        .xWrite = write_file,
        .xTruncate = truncate_file,
        .xSync = sync_handle,
        .xFileSize = file_size,
        .xLock = lock,
        .xUnlock = unlock,
        .xCheckReservedLock = is_reserved,
        .xFileControl = control,
        .xSectorSize = sector_size,
        .xDeviceCharacteristics = characteristics,
        .xShmMap = map_index,
        .xShmLock = lock_index,
        .xShmBarrier = barrier,
        .xShmUnmap = unmap_index,
};

/* --- what SQLite does with names --- */

/* A temporary file has no name. The file of a database is made by the store, outside of SQLite: it is always there. */
static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *granted)
{
        struct file *f = name ? find(name) : NULL;

        (void)vfs;
        base->pMethods = NULL;
        if (!f && name && !(flags & (SQLITE_OPEN_CREATE | SQLITE_OPEN_MAIN_DB)))
                return SQLITE_CANTOPEN;
        if (f && f->handles && flags & SQLITE_OPEN_MAIN_DB)
                return SQLITE_CANTOPEN; /* a second connection */
        if (!f)
                f = make(name ? name : "");
        f->handles++;
        *(struct handle *)base = (struct handle){ .base = { &METHODS }, .file = f, .boot = boots };
        if (granted)
                *granted = flags;
        return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int synced)
{
        struct file *f = find(name);

        (void)vfs;
        if (!f)
                return SQLITE_IOERR_DELETE_NOENT;
        remove_file(f, synced && !conditions.disk_lies);
        return SQLITE_OK;
}

static int is_there(sqlite3_vfs *vfs, const char *name, int what, int *answer)
{
        const struct file *f = find(name);

        (void)vfs;
        *answer = f && (what != SQLITE_ACCESS_EXISTS || f->size > 0);
        return SQLITE_OK;
}

static int full_name(sqlite3_vfs *vfs, const char *name, int room, char *full)
{
        (void)vfs;
        sqlite3_snprintf(room, full, "%s", name);
        return SQLITE_OK;
}

static int randomness(sqlite3_vfs *vfs, int count, char *bytes)
{
        (void)vfs;
        for (int i = 0; i < count; i++)
                bytes[i] = (char)sim_random(256);
        return count;
}

static int do_not_sleep(sqlite3_vfs *vfs, int time)
{
        (void)vfs;
        return time;
}

/* The wall clock of the server, in milliseconds of the Julian calendar. */
static int current_time(sqlite3_vfs *vfs, sqlite3_int64 *time)
{
        static const int64_t YEAR_1970 = INT64_C(210866760000000);

        (void)vfs;
        *time = YEAR_1970 + RUN_BEGAN + ((int64_t)now + (current ? current->wall_ahead : 0)) / 1000;
        return SQLITE_OK;
}

void disk_open(void)
{
        static struct sqlite3_vfs vfs = { .iVersion = 2,
                                          .szOsFile = sizeof(struct handle),
                                          .mxPathname = MAX_PATH,
                                          .zName = "simulated",
                                          .xOpen = open_file,
                                          .xDelete = delete_file,
                                          .xAccess = is_there,
                                          .xFullPathname = full_name,
                                          .xRandomness = randomness,
                                          .xSleep = do_not_sleep,
                                          .xCurrentTimeInt64 = current_time };

        sqlite3_vfs_register(&vfs, 1);
}
