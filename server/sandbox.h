/* The privileges that the server drops before it serves, so that a bug in it is worth less to an attacker.
 *
 * A seccomp filter denies, with EPERM, system calls that a board-game server never makes: running programs, tracing processes,
 * changing users, mounting, loading kernel code, and others that have exposed kernel bugs before. It is a denylist, not an
 * allowlist: that would have to name every call of libc, SQLite, OpenSSL and libpq, in every version that somebody links with, and
 * a missing one would stop the server in the middle of a game. serai.service adds an allowlist that systemd maintains.
 *
 * Neither the process nor its children can gain privileges, and its memory, which holds hidden hands and passwords being checked,
 * is neither dumped nor readable by other processes of the same user. */
#ifndef SERAI_SANDBOX_H
#define SERAI_SANDBOX_H

/* For all threads, present and future. What the kernel does not support is logged and skipped. */
void sandbox_enter(void);

#endif
