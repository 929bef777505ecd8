/* A seccomp filter by hand: two checks and a list of numbers need no library; see sandbox.h. */
#include "sandbox.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#include "log.h"

#if defined __x86_64__
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static const int DENIED[] = {
        /* running programs, and accessing other processes */
        SYS_execve,
        SYS_execveat,
#ifndef __SANITIZE_ADDRESS__ /* LeakSanitizer traces the process itself */
        SYS_ptrace,
#endif
        SYS_process_vm_readv,
        SYS_process_vm_writev,
        SYS_kcmp,
        SYS_pidfd_getfd,
        /* changing users, roots or namespaces */
        SYS_setuid,
        SYS_setgid,
        SYS_setreuid,
        SYS_setregid,
        SYS_setresuid,
        SYS_setresgid,
        SYS_setfsuid,
        SYS_setfsgid,
        SYS_setgroups,
        SYS_capset,
        SYS_unshare,
        SYS_setns,
        SYS_chroot,
        SYS_pivot_root,
        SYS_personality,
        /* administering the machine */
        SYS_mount,
        SYS_umount2,
        SYS_move_mount,
        SYS_open_tree,
        SYS_fsopen,
        SYS_fsconfig,
        SYS_fsmount,
        SYS_fspick,
        SYS_swapon,
        SYS_swapoff,
        SYS_reboot,
        SYS_kexec_load,
        SYS_init_module,
        SYS_finit_module,
        SYS_delete_module,
        SYS_settimeofday,
        SYS_clock_settime,
        SYS_clock_adjtime,
        SYS_adjtimex,
        SYS_sethostname,
        SYS_setdomainname,
        SYS_syslog,
        SYS_acct,
        SYS_quotactl,
        SYS_vhangup,
        SYS_mknodat,
        SYS_open_by_handle_at,
        SYS_fanotify_init,
        /* parts of the kernel that few programs need and many exploits use */
        SYS_bpf,
        SYS_perf_event_open,
        SYS_userfaultfd,
        SYS_add_key,
        SYS_request_key,
        SYS_keyctl,
        SYS_io_uring_setup,
        SYS_io_uring_enter,
        SYS_io_uring_register,
#ifdef __x86_64__
        SYS_mknod,
        SYS_iopl,
        SYS_ioperm,
        SYS_modify_ldt,
        SYS_kexec_file_load,
#endif
};

enum { DENIED_COUNT = sizeof DENIED / sizeof *DENIED, X32 = 0x40000000 };

static int deny_calls(void)
{
#ifdef OWN_ARCHITECTURE
        const struct sock_filter deny = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                                 allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
        struct sock_filter code[6 + 2 * DENIED_COUNT + 1] = {
                /* calls of another architecture, whose numbers differ */
                BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
                BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
                deny,
                /* on x86-64, the same calls under their x32 numbers */
                BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1),
                deny,
        };
        struct sock_fprog program = { .len = sizeof code / sizeof *code, .filter = code };

        for (int i = 0; i < DENIED_COUNT; i++) {
                code[6 + 2 * i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)DENIED[i], 0, 1);
                code[6 + 2 * i + 1] = deny;
        }
        code[program.len - 1] = allow;
        return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
#else
        errno = ENOSYS;
        return 0;
#endif
}

void sandbox_enter(void)
{
        const struct rlimit none = { 0, 0 };

        setrlimit(RLIMIT_CORE, &none);
        if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !deny_calls())
                log_error("no-sandbox", "why=\"%s\"", strerror(errno));
}
