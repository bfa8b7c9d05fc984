// The program's own shim of the system, with each call of libc replaced by one of the simulated
// Linux. The headers come first, so that the names are replaced in the shim alone.
#pragma once
#include "../SimulatedLinux/include/calls.h"

#include <asm/unistd.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/fb.h>
#include <linux/filter.h>
#include <linux/kd.h>
#include <linux/netlink.h>
#include <linux/seccomp.h>
#include <linux/vt.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define accept(...) sim_accept(__VA_ARGS__)
#define bind(...) sim_bind(__VA_ARGS__)
#define chdir(...) sim_nothing()
#define chroot(...) sim_refused()
#define clock_gettime(...) sim_clock(__VA_ARGS__)
#define close(...) sim_close(__VA_ARGS__)
#define closedir(...) sim_closedir(__VA_ARGS__)
#define connect(...) sim_connect(__VA_ARGS__)
#define dup2(...) sim_dup2(__VA_ARGS__)
#define execvp(...) sim_refused()
#define fdatasync(...) sim_sync(__VA_ARGS__)
#define fchmod(...) sim_fchmod(__VA_ARGS__)
#define fcntl(...) sim_fcntl(__VA_ARGS__)
#define fork() sim_refused()
#define fstat(...) sim_fstat(__VA_ARGS__)
#define fstatat(...) sim_fstatat(__VA_ARGS__)
#define getenv(...) sim_getenv(__VA_ARGS__)
#define geteuid() sim_user()
#define getpid() sim_process()
#define getsockopt(...) sim_getsockopt(__VA_ARGS__)
#define inotify_add_watch(...) sim_watch(__VA_ARGS__)
#define inotify_init1(...) sim_watcher(__VA_ARGS__)
#define ioctl(...) sim_ioctl(__VA_ARGS__)
#define isatty(...) sim_isatty(__VA_ARGS__)
#define kill(...) sim_kill(__VA_ARGS__)
#define listen(...) sim_listen(__VA_ARGS__)
#define lseek(...) sim_seek(__VA_ARGS__)
#define mkdir(...) sim_mkdir(__VA_ARGS__)
#define mkfifo(...) sim_mkfifo(__VA_ARGS__)
#define mlockall(...) sim_nothing()
#define open(...) sim_open(__VA_ARGS__)
#define openat(...) sim_openat(__VA_ARGS__)
#define opendir(...) sim_opendir(__VA_ARGS__)
#define pipe(...) sim_pipe(__VA_ARGS__)
#define ppoll(...) sim_ppoll(__VA_ARGS__)
#define prctl(...) sim_prctl(__VA_ARGS__)
#define read(...) sim_read(__VA_ARGS__)
#define readdir(...) sim_readdir(__VA_ARGS__)
#define realpath(...) sim_realpath(__VA_ARGS__)
#define recvmsg(...) sim_recvmsg(__VA_ARGS__)
#define renameat(...) sim_renameat(__VA_ARGS__)
#define rmdir(...) sim_rmdir(__VA_ARGS__)
#define sendmsg(...) sim_sendmsg(__VA_ARGS__)
#define setsid(...) sim_nothing()
#define setsockopt(...) sim_nothing()
#define sigaction(number, new, old) sim_sigaction(number, old)
#define signal(...) sim_nothing()
#define signalfd(...) sim_signalfd(__VA_ARGS__)
#define sigprocmask(...) sim_sigprocmask(__VA_ARGS__)
#define socket(...) sim_socket(__VA_ARGS__)
#define socketpair(...) sim_socketpair(__VA_ARGS__)
#define stat(path, status) sim_stat(path, status)
#define statfs(path, status) sim_statfs(path, status)
#define syscall(...) sim_syscall(__VA_ARGS__)
#define unlink(...) sim_unlink(__VA_ARGS__)
#define unlinkat(...) sim_unlinkat(__VA_ARGS__)
#define waitpid(...) sim_waitpid(__VA_ARGS__)
#define write(...) sim_write(__VA_ARGS__)
#define _exit(...) sim_exit(__VA_ARGS__)

#include "../../../Sources/CLinux/shim.h"
