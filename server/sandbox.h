/* What the server gives up before it serves anybody, so that a bug in it is worth less to an attacker.
 *
 * A seccomp filter denies, with EPERM, the system calls that a board-game server never makes: running programs, tracing processes,
 * changing users, mounting, loading kernel code, and whatever else has opened holes in kernels before. It is a list of what is
 * denied and not of what is allowed: the latter would have to name every call of libc, SQLite, OpenSSL and libpq, in every version
 * that somebody links with, and a missing one would stop the server in the middle of a game. serai.service adds such a list from
 * outside, kept by systemd.
 *
 * Neither the process nor anything it might start can gain privileges again, and its memory, which holds hidden hands and passwords
 * that are being checked, is neither dumped nor shown to other processes of the same user. */
#ifndef SERAI_SANDBOX_H
#define SERAI_SANDBOX_H

/* For all threads, those that run and those to come. What the kernel does not support is logged and done without. */
void sandbox_enter(void);

#endif
