// Lets one call of libc fail. Preloaded into fbprogress; other programs are left alone.
//
// FAULT_TABLE names a file that all processes of a session map: how often each place of the program
// has called each function. FAULT="FUNCTION PLACE NUMBER ERROR" lets the call with that number fail
// with an errno; error 0 makes a read or write short instead.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

struct slot {
  _Atomic uint32_t place;
  _Atomic uint32_t count;
  char name[24];
};
enum { slots = 2048 };
struct table {
  _Atomic uint32_t hits;
  uint32_t unused[7];
  struct slot slots[slots];
};
static struct table *table;
static uintptr_t base, end;
static char wanted[24];
static uint32_t wanted_place, wanted_number;
static int wanted_error;

static int find_program(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD) end = base + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
  return 1; // The program is the first one.
}

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULT_TABLE"), *fault = getenv("FAULT");
  if (!path || strcmp(program_invocation_short_name, "fbprogress-desk") != 0) return;
  dl_iterate_phdr(find_program, NULL);
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *memory = mmap(NULL, sizeof(struct table), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (fault) sscanf(fault, "%23s %u %u %d", wanted, &wanted_place, &wanted_number, &wanted_error);
  if (memory != MAP_FAILED) table = memory;
}

/// Counts a call; 1 if it shall fail, with errno set.
static int fails(const char *name, void *from) {
  if (!table || (uintptr_t)from < base || (uintptr_t)from >= end) return 0;
  uint32_t place = (uint32_t)((uintptr_t)from - base);
  for (uint32_t i = place * 2654435761u % slots, tried = 0; tried < slots; i = (i + 1) % slots, tried++) {
    struct slot *slot = &table->slots[i];
    uint32_t none = 0;
    if (atomic_compare_exchange_strong(&slot->place, &none, place)) strncpy(slot->name, name, sizeof slot->name - 1);
    else if (none != place) continue;
    uint32_t number = atomic_fetch_add(&slot->count, 1) + 1;
    if (place != wanted_place || number != wanted_number || strcmp(name, wanted) != 0) return 0;
    atomic_fetch_add(&table->hits, 1);
    errno = wanted_error;
    return 1;
  }
  return 0;
}

#define FAIL(name, result)                                       \
  static void *found;                                            \
  if (!found) found = dlsym(RTLD_NEXT, #name);                   \
  if (fails(#name, __builtin_return_address(0))) return result
#define CALL(type, name, parameters, arguments, result) \
  type name parameters {                                \
    FAIL(name, result);                                 \
    return ((type(*) parameters)found)arguments;        \
  }
#define PLAIN(name, parameters, arguments) CALL(int, name, parameters, arguments, -1)

PLAIN(bind, (int fd, const struct sockaddr *a, socklen_t n), (fd, a, n))
PLAIN(listen, (int fd, int n), (fd, n))
PLAIN(accept, (int fd, struct sockaddr *restrict a, socklen_t *restrict n), (fd, a, n))
PLAIN(connect, (int fd, const struct sockaddr *a, socklen_t n), (fd, a, n))
PLAIN(socket, (int a, int b, int c), (a, b, c))
PLAIN(socketpair, (int a, int b, int c, int d[2]), (a, b, c, d))
PLAIN(getsockopt, (int fd, int a, int b, void *restrict c, socklen_t *restrict d), (fd, a, b, c, d))
PLAIN(setsockopt, (int fd, int a, int b, const void *c, socklen_t d), (fd, a, b, c, d))
PLAIN(shutdown, (int fd, int how), (fd, how))
PLAIN(chdir, (const char *path), (path))
PLAIN(chroot, (const char *path), (path))
PLAIN(dup2, (int a, int b), (a, b))
PLAIN(execvp, (const char *file, char *const *words), (file, words))
PLAIN(fdatasync, (int fd), (fd))
PLAIN(fchmod, (int fd, mode_t mode), (fd, mode))
PLAIN(fstat, (int fd, struct stat *status), (fd, status))
PLAIN(fstatat, (int folder, const char *restrict path, struct stat *restrict status, int flags), (folder, path, status, flags))
PLAIN(stat, (const char *restrict path, struct stat *restrict status), (path, status))
PLAIN(statfs, (const char *path, struct statfs *status), (path, status))
PLAIN(inotify_add_watch, (int fd, const char *path, uint32_t mask), (fd, path, mask))
PLAIN(inotify_init1, (int flags), (flags))
PLAIN(kill, (pid_t process, int number), (process, number))
PLAIN(mkdir, (const char *path, mode_t mode), (path, mode))
PLAIN(mkfifo, (const char *path, mode_t mode), (path, mode))
PLAIN(mlockall, (int flags), (flags))
PLAIN(munmap, (void *memory, size_t size), (memory, size))
PLAIN(pipe, (int both[2]), (both))
PLAIN(ppoll, (struct pollfd *list, nfds_t n, const struct timespec *t, const sigset_t *s), (list, n, t, s))
PLAIN(renameat, (int a, const char *b, int c, const char *d), (a, b, c, d))
PLAIN(rmdir, (const char *path), (path))
PLAIN(signalfd, (int fd, const sigset_t *set, int flags), (fd, set, flags))
PLAIN(sigaction, (int n, const struct sigaction *restrict a, struct sigaction *restrict b), (n, a, b))
PLAIN(sigprocmask, (int how, const sigset_t *restrict a, sigset_t *restrict b), (how, a, b))
PLAIN(unlink, (const char *path), (path))
PLAIN(unlinkat, (int fd, const char *path, int flags), (fd, path, flags))
CALL(int, isatty, (int fd), (fd), 0)
CALL(pid_t, fork, (void), (), -1)
CALL(pid_t, setsid, (void), (), -1)
CALL(pid_t, waitpid, (pid_t process, int *status, int options), (process, status, options), -1)
CALL(off_t, lseek, (int fd, off_t place, int whence), (fd, place, whence), -1)
CALL(ssize_t, sendmsg, (int fd, const struct msghdr *m, int flags), (fd, m, flags), -1)
CALL(ssize_t, recvmsg, (int fd, struct msghdr *m, int flags), (fd, m, flags), -1)
CALL(DIR *, opendir, (const char *path), (path), NULL)
CALL(struct dirent *, readdir, (DIR *folder), (folder), NULL)
CALL(char *, realpath, (const char *restrict path, char *restrict out), (path, out), NULL)
CALL(void *, mmap, (void *a, size_t n, int p, int f, int fd, off_t at), (a, n, p, f, fd, at), MAP_FAILED)

ssize_t read(int fd, void *bytes, size_t count) {
  FAIL(read, errno == 0 ? ((ssize_t(*)(int, void *, size_t))found)(fd, bytes, count > 0) : -1);
  return ((ssize_t(*)(int, void *, size_t))found)(fd, bytes, count);
}
ssize_t write(int fd, const void *bytes, size_t count) {
  FAIL(write, errno == 0 ? ((ssize_t(*)(int, const void *, size_t))found)(fd, bytes, count > 0) : -1);
  return ((ssize_t(*)(int, const void *, size_t))found)(fd, bytes, count);
}
/// The descriptor is closed in any case, as Linux does.
int close(int fd) {
  static void *found;
  if (!found) found = dlsym(RTLD_NEXT, "close");
  int result = ((int (*)(int))found)(fd);
  return fails("close", __builtin_return_address(0)) ? -1 : result;
}

// Functions with an open list of arguments: each has at most these, and all are integers.
int open(const char *path, int flags, ...) {
  FAIL(open, -1);
  va_list list;
  va_start(list, flags);
  mode_t mode = va_arg(list, mode_t);
  va_end(list);
  return ((int (*)(const char *, int, ...))found)(path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  FAIL(openat, -1);
  va_list list;
  va_start(list, flags);
  mode_t mode = va_arg(list, mode_t);
  va_end(list);
  return ((int (*)(int, const char *, int, ...))found)(folder, path, flags, mode);
}
int fcntl(int fd, int command, ...) {
  FAIL(fcntl, -1);
  va_list list;
  va_start(list, command);
  long argument = va_arg(list, long);
  va_end(list);
  return ((int (*)(int, int, ...))found)(fd, command, argument);
}
int ioctl(int fd, unsigned long request, ...) {
  FAIL(ioctl, -1);
  va_list list;
  va_start(list, request);
  long argument = va_arg(list, long);
  va_end(list);
  return ((int (*)(int, unsigned long, ...))found)(fd, request, argument);
}
int prctl(int option, ...) {
  FAIL(prctl, -1);
  va_list list;
  va_start(list, option);
  unsigned long a = va_arg(list, unsigned long), b = va_arg(list, unsigned long);
  unsigned long c = va_arg(list, unsigned long), d = va_arg(list, unsigned long);
  va_end(list);
  return ((int (*)(int, ...))found)(option, a, b, c, d);
}
long syscall(long number, ...) {
  FAIL(syscall, -1);
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  return ((long (*)(long, ...))found)(number, a, b, c, d, e, f);
}
