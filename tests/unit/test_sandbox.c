/* The sandbox of the server: what it denies, in which threads, and what still works. Each test is a process of its own. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../server/sandbox.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

/* Whether a function returns true in a sandboxed process. */
static int is_true_inside(int (*check)(void))
{
        int status;
        pid_t child = fork();

        if (child == 0) {
                sandbox_enter();
                _exit(check() ? 0 : 1);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int is_denied(long result)
{
        return result == -1 && errno == EPERM;
}

static int cannot_run(void)
{
        char *const argv[] = { (char *)"true", NULL }, *const envp[] = { NULL };

        return is_denied(execve("/bin/true", argv, envp)) && is_denied(syscall(SYS_execveat, AT_FDCWD, "/bin/true", argv, envp, 0));
}

TEST(no_program_can_be_run)
{
        assert_true(is_true_inside(cannot_run));
}

/* Also with the right to do so: these tests often run as root. */
static int cannot_change(void)
{
        return is_denied(setuid(getuid())) && is_denied(syscall(SYS_unshare, 0)) &&
               is_denied(syscall(SYS_personality, 0xffffffff)) && is_denied(syscall(SYS_io_uring_setup, 1, NULL)) &&
               is_denied(syscall(SYS_keyctl, 0, 0, 0, 0, 0)) && is_denied(syscall(SYS_bpf, 0, NULL, 0));
}

TEST(setuid_and_rare_system_calls_are_denied)
{
        assert_true(is_true_inside(cannot_change));
}

#ifdef __x86_64__
static int cannot_use_x32(void)
{
        return is_denied(syscall(0x40000000 | SYS_getpid));
}

TEST(x32_system_calls_are_denied)
{
        assert_true(is_true_inside(cannot_use_x32));
}
#endif

static sem_t entered;

static void *try_to_run(void *result)
{
        sem_wait(&entered);
        *(int *)result = cannot_run();
        return NULL;
}

/* This test's child enters the sandbox itself, after the other thread has started. */
TEST(existing_threads_are_sandboxed_too)
{
        int status, denied = 0;
        pid_t child = fork();

        if (child == 0) {
                pthread_t thread;

                sem_init(&entered, 0, 0);
                if (pthread_create(&thread, NULL, try_to_run, &denied) != 0)
                        _exit(2);
                sandbox_enter();
                sem_post(&entered);
                pthread_join(thread, NULL);
                _exit(denied ? 0 : 1);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static int is_not_dumped(void)
{
        struct rlimit core;

        return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0 && prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 &&
               getrlimit(RLIMIT_CORE, &core) == 0 && core.rlim_max == 0;
}

TEST(core_dumps_are_disabled)
{
        assert_true(is_true_inside(is_not_dumped));
}

static void *be_nice(void *result)
{
        *(int *)result = setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 10) == 0;
        return NULL;
}

/* Threads for bots, files, sockets, memory. */
static int can_serve(void)
{
        pthread_t thread;
        int nice = 0, file = open("/etc/hosts", O_RDONLY), connection = socket(AF_INET, SOCK_STREAM, 0);
        void *memory = malloc(64 << 20);

        if (pthread_create(&thread, NULL, be_nice, &nice) != 0)
                return 0;
        pthread_join(thread, NULL);
        free(memory);
        return nice && file >= 0 && connection >= 0 && memory;
}

TEST(everything_a_server_needs_still_works)
{
        assert_true(is_true_inside(can_serve));
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(no_program_can_be_run),
                cmocka_unit_test(setuid_and_rare_system_calls_are_denied),
#ifdef __x86_64__
                cmocka_unit_test(x32_system_calls_are_denied),
#endif
                cmocka_unit_test(existing_threads_are_sandboxed_too),
                cmocka_unit_test(core_dumps_are_disabled),
                cmocka_unit_test(everything_a_server_needs_still_works),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
