// The calls of the simulated Linux. Each is the call of its name; results and errno are Linux's.
#pragma once
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int sim_accept(int fd, void *address, void *size);
int sim_bind(int fd, const struct sockaddr *address, socklen_t size);
int sim_clock(int clock, struct timespec *now);
int sim_close(int fd);
int sim_closedir(DIR *directory);
int sim_connect(int fd, const struct sockaddr *address, socklen_t size);
int sim_dup2(int from, int to);
void sim_exit(int status);
int sim_fchmod(int fd, mode_t mode);
int sim_fcntl(int fd, int command, ...);
int sim_fstat(int fd, struct stat *status);
int sim_fstatat(int folder, const char *name, struct stat *status, int flags);
const char *sim_getenv(const char *name);
int sim_getsockopt(int fd, int level, int option, void *value, socklen_t *size);
int sim_ioctl(int fd, unsigned long request, ...);
int sim_isatty(int fd);
int sim_kill(int pid, int signal);
int sim_listen(int fd, int count);
int sim_mkdir(const char *path, mode_t mode);
int sim_mkfifo(const char *path, mode_t mode);
int sim_nothing(void);
int sim_open(const char *path, int flags, ...);
int sim_openat(int folder, const char *name, int flags, ...);
DIR *sim_opendir(const char *path);
int sim_pipe(int *both);
int sim_ppoll(struct pollfd *entries, nfds_t count, const struct timespec *timeout, const sigset_t *mask);
int sim_prctl(int option, ...);
int sim_process(void);
long sim_read(int fd, void *bytes, size_t count);
struct dirent *sim_readdir(DIR *directory);
char *sim_realpath(const char *path, char *out);
long sim_recvmsg(int fd, struct msghdr *message, int flags);
int sim_refused(void);
int sim_renameat(int folder, const char *from, int other, const char *to);
int sim_rmdir(const char *path);
off_t sim_seek(int fd, off_t offset, int whence);
long sim_sendmsg(int fd, const struct msghdr *message, int flags);
int sim_sigaction(int signal, struct sigaction *old);
int sim_signalfd(int fd, const sigset_t *set, int flags);
int sim_sigprocmask(int how, const sigset_t *set, sigset_t *old);
int sim_socket(int family, int type, int protocol);
int sim_socketpair(int family, int type, int protocol, int *both);
int sim_sync(int fd);
int sim_stat(const char *path, struct stat *status);
int sim_statfs(const char *path, struct statfs *status);
long sim_syscall(long number, ...);
int sim_unlink(const char *path);
int sim_unlinkat(int folder, const char *name, int flags);
uid_t sim_user(void);
int sim_waitpid(int pid, int *status, int flags);
int sim_watch(int fd, const char *path, uint32_t events);
int sim_watcher(int flags);
long sim_write(int fd, const void *bytes, size_t count);

/// Starts a child process that runs `entry(context)` at once, until its first wait. Then this process
/// goes on. Returns the process ID, or -1 with errno.
int sim_fork(void (*entry)(void *), void *context);
/// Calls a Swift closure that takes nothing and returns a status, given its two words.
int32_t sim_call_closure(const void *words);
