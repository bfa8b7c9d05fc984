// The Linux calls of the program in a form that both kinds of Swift import: inline functions that
// return the result or -errno. (Swift imports neither variadic functions nor function-like macros,
// and Embedded Swift has no Glibc module.) Calls interrupted by a signal are repeated here, so no
// caller handles EINTR. The shim decides nothing else. Only the module LinuxSystem calls it.
#pragma once
#include <asm/unistd.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fb.h>
#include <linux/kd.h>
#include <linux/netlink.h>
#include <linux/vt.h>
#include <poll.h>
#include <signal.h>
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
#include <stddef.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LINUX_RESULT_ONCE(call) ({ long linux_result_ = (long)(call); linux_result_ < 0 ? -(long)errno : linux_result_; })
#define LINUX_RESULT(call) ({ long linux_again_; do linux_again_ = LINUX_RESULT_ONCE(call); while (linux_again_ == -EINTR); linux_again_; })

// Files.
static const int linux_o_rdonly = O_RDONLY, linux_o_wronly = O_WRONLY, linux_o_rdwr = O_RDWR;
static const int linux_o_creat = O_CREAT, linux_o_trunc = O_TRUNC, linux_o_excl = O_EXCL;
static const int linux_o_nonblock = O_NONBLOCK, linux_o_nofollow = O_NOFOLLOW, linux_o_cloexec = O_CLOEXEC;
static const int linux_o_noctty = O_NOCTTY, linux_o_append = O_APPEND, linux_o_directory = O_DIRECTORY;
// glibc declares O_PATH only with _GNU_SOURCE.
static const int linux_o_path = 010000000;

static inline long linux_open(const char *path, int flags, uint32_t mode) {
  return LINUX_RESULT(open(path, flags, (mode_t)mode));
}
/// Opens /dev/null for each closed standard descriptor, so that no file opened later gets its
/// number and messages written into it. The access mode is the opposite of the usual one, so
/// reading standard input and writing the others still fails. Returns whether standard error was
/// closed.
static inline int linux_hold_standard_descriptors(void) {
  int last = 0;
  for (int fd = 0; fd <= 2; fd++) {
    last = fcntl(fd, F_GETFD) < 0;
    if (last && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0) break;
  }
  return last;
}
// Linux closes the descriptor even if interrupted. A repetition might close another file. A standard
// descriptor stays in use: children inherit it, and a channel with its number would never end.
static inline long linux_close(int fd) {
  long result = LINUX_RESULT_ONCE(close(fd));
  if (fd <= 2) linux_hold_standard_descriptors();
  return result;
}
static inline long linux_read(int fd, void *bytes, size_t count) { return LINUX_RESULT(read(fd, bytes, count)); }
static inline long linux_write(int fd, const void *bytes, size_t count) {
  return LINUX_RESULT(write(fd, bytes, count));
}
static inline long linux_seek_to_start(int fd) { return LINUX_RESULT(lseek(fd, 0, SEEK_SET)); }
/// Widens a pipe to 1 MiB, or to 256 KiB where that is too much. glibc declares the request, F_SETPIPE_SZ, only with
/// _GNU_SOURCE.
static inline void linux_widen_pipe(int fd) {
  if (fcntl(fd, 1031, 1 << 20) < 0) fcntl(fd, 1031, 1 << 18);
}
/// Makes a pipe: both[0] to read from without blocking, both[1] to write to.
static inline long linux_pipe(int *both) {
  long result = LINUX_RESULT(pipe(both));
  for (int end = 0; end < 2 && result >= 0; end++) fcntl(both[end], F_SETFD, FD_CLOEXEC);
  if (result >= 0) fcntl(both[0], F_SETFL, O_NONBLOCK);
  return result;
}
static inline long linux_mkfifo(const char *path, uint32_t mode) { return LINUX_RESULT(mkfifo(path, (mode_t)mode)); }
static inline long linux_mkdir(const char *path, uint32_t mode) { return LINUX_RESULT(mkdir(path, (mode_t)mode)); }
static inline long linux_fchmod(int fd, uint32_t mode) {
  return LINUX_RESULT(fchmod(fd, (mode_t)mode));
}
static inline long linux_unlink(const char *path) { return LINUX_RESULT(unlink(path)); }
static inline void linux_close_on_exec(int fd) { fcntl(fd, F_SETFD, FD_CLOEXEC); }
static inline long linux_rmdir(const char *path) { return LINUX_RESULT(rmdir(path)); }

// Files of an open directory.
static inline long linux_open_in(int folder, const char *name, int flags, uint32_t mode) {
  return LINUX_RESULT(openat(folder, name, flags, (mode_t)mode));
}
/// Waits until the bytes of a file are on the disk.
static inline long linux_sync(int fd) { return LINUX_RESULT(fdatasync(fd)); }
static inline long linux_unlink_in(int folder, const char *name) {
  return LINUX_RESULT(unlinkat(folder, name, 0));
}
static inline long linux_rename_in(int folder, const char *from, const char *to) {
  return LINUX_RESULT(renameat(folder, from, folder, to));
}

static const uint32_t linux_s_ififo = S_IFIFO, linux_s_ifchr = S_IFCHR, linux_s_ifreg = S_IFREG, linux_s_ifsock = S_IFSOCK;
struct linux_status {
  uint64_t device, inode, size, links;
  uint32_t major_number, minor_number, owner, mode;
};
static inline long linux_fill_status(long result, const struct stat *from, struct linux_status *to) {
  if (result < 0) return result;
  *to = (struct linux_status){
      .device = (uint64_t)from->st_dev,
      .inode = (uint64_t)from->st_ino,
      .size = (uint64_t)from->st_size,
      .links = (uint64_t)from->st_nlink,
      .major_number = (uint32_t)major(from->st_rdev),
      .minor_number = (uint32_t)minor(from->st_rdev),
      .owner = (uint32_t)from->st_uid,
      .mode = (uint32_t)from->st_mode,
  };
  return 0;
}
static inline long linux_fstat(int fd, struct linux_status *status) {
  struct stat s;
  long result = LINUX_RESULT(fstat(fd, &s));
  return linux_fill_status(result, &s, status);
}
static inline long linux_stat(const char *path, struct linux_status *status) {
  struct stat s;
  long result = LINUX_RESULT(stat(path, &s));
  return linux_fill_status(result, &s, status);
}
/// The status of a file in a directory; that of a link itself.
static inline long linux_link_status_in(int folder, const char *name, struct linux_status *status) {
  struct stat s;
  long result = LINUX_RESULT(fstatat(folder, name, &s, AT_SYMLINK_NOFOLLOW));
  return linux_fill_status(result, &s, status);
}
/// Returns whether a file system has no disk, so that no call on its files blocks: 1 for tmpfs and
/// ramfs, 0 for others, or -errno.
static inline long linux_is_in_memory(const char *path) {
  struct statfs s;
  long result = LINUX_RESULT(statfs(path, &s));
  if (result < 0) return result;
  return (uint32_t)s.f_type == 0x01021994u || (uint32_t)s.f_type == 0x858458f6u;
}
/// Writes the canonical absolute path. Returns its length without NUL, or -errno (-ENAMETOOLONG if
/// it does not fit).
static inline long linux_realpath(const char *path, char *out, size_t size) {
  char *real = realpath(path, NULL);
  if (!real) return -(long)errno;
  size_t length = strlen(real);
  long result = length < size ? (long)length : -(long)ENAMETOOLONG;
  if (result >= 0) memcpy(out, real, length + 1);
  free(real);
  return result;
}
/// Writes the names in a directory, each followed by NUL; skips those that do not fit. Returns the
/// number of bytes.
static inline long linux_list(const char *path, char *out, size_t size) {
  DIR *directory = opendir(path);
  if (!directory) return -(long)errno;
  size_t used = 0;
  struct dirent *entry;
  while ((entry = readdir(directory))) {
    size_t length = strlen(entry->d_name) + 1;
    if (used + length > size) continue;
    memcpy(out + used, entry->d_name, length);
    used += length;
  }
  closedir(directory);
  return (long)used;
}

// Memory.
/// Returns whether `length` more bytes can be mapped within the process's limits.
static inline int linux_can_map(size_t length) {
  void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory != MAP_FAILED && munmap(memory, length) == 0;
}
static inline void *linux_map_shared(int fd, size_t length, int64_t offset) {
  void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
  return memory == MAP_FAILED ? NULL : memory;
}
static inline long linux_page_size(void) { return sysconf(_SC_PAGESIZE); }
static inline void linux_set_limit(int resource, uint64_t soft, uint64_t hard) {
  uint64_t limit[2] = {soft, hard};
  syscall(__NR_prlimit64, 0, resource, limit, NULL);
}
/// Limits the address space of this process, bytes, and its processor time, seconds. A process that
/// takes longer is killed.
static inline void linux_limit(uint64_t address_space, uint64_t seconds) {
  linux_set_limit(RLIMIT_AS, address_space, address_space);
  linux_set_limit(RLIMIT_CPU, seconds, seconds + 5);
}
/// Locks all current and future memory of the process.
static inline long linux_lock_memory(void) { return LINUX_RESULT(mlockall(MCL_CURRENT | MCL_FUTURE)); }
static inline long linux_unmap(void *memory, size_t length) { return LINUX_RESULT(munmap(memory, length)); }
static inline int linux_errno(void) { return errno; }

// Waiting. The layout is that of struct pollfd.
struct linux_poll_entry {
  int fd;
  short events, returned;
};
static const short linux_poll_in = POLLIN, linux_poll_out = POLLOUT;
// glibc declares this only with _GNU_SOURCE, which changes its types from those of other modules.
extern int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
static inline long linux_poll(struct linux_poll_entry *entries, size_t count, int64_t nanoseconds) {
  struct timespec timeout = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  // A signal has a descriptor of its own, so the wait may end at it.
  return LINUX_RESULT_ONCE(ppoll((struct pollfd *)entries, count, nanoseconds < 0 ? NULL : &timeout, NULL));
}

/// Returns the nanoseconds since boot, without suspended time.
static inline int64_t linux_monotonic_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// Returns the nanoseconds that the system was suspended since boot.
static inline int64_t linux_suspended_time(void) {
  struct timespec now;
  // CLOCK_BOOTTIME, which headers declare only with extensions of POSIX.
  clock_gettime((clockid_t)7, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec - linux_monotonic_time();
}

// Signals that end the program, or concern its children, as a descriptor.
static inline long linux_signal_descriptor(const int *signals, size_t count) {
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < count; i++) sigaddset(&set, signals[i]);
  // After nohup, SIGHUP stays ignored. SIGCHLD is needed whatever was inherited.
  struct sigaction inherited;
  if (sigaction(SIGHUP, NULL, &inherited) == 0 && inherited.sa_handler == SIG_IGN) sigdelset(&set, SIGHUP);
  signal(SIGCHLD, SIG_DFL);
  if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -(long)errno;
  return LINUX_RESULT(signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
}
/// Returns the next signal's number, plus 256 if the kernel sent it (a key of the terminal, which
/// also signals other processes), or -EAGAIN.
static inline long linux_signal_read(int fd) {
  struct signalfd_siginfo info;
  long result = LINUX_RESULT(read(fd, &info, sizeof info));
  return result < 0 ? result : (long)info.ssi_signo + (info.ssi_code > 0 ? 256 : 0);
}
static inline void linux_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }
static const int linux_sighup = SIGHUP, linux_sigint = SIGINT, linux_sigquit = SIGQUIT, linux_sigterm = SIGTERM, linux_sigchld = SIGCHLD;
static const int linux_sigkill = SIGKILL, linux_sigusr1 = SIGUSR1, linux_sigusr2 = SIGUSR2, linux_sigwinch = SIGWINCH, linux_sigxcpu = SIGXCPU;

// Processes.
static inline const char *linux_environment(const char *name) { return getenv(name); }
static inline int linux_process(void) { return getpid(); }
/// Changes the root directory and the working directory.
static inline long linux_change_root(const char *path) {
  long result = LINUX_RESULT(chroot(path));
  return result < 0 ? result : LINUX_RESULT(chdir("/"));
}
static inline long linux_fork(void) { return LINUX_RESULT(fork()); }
/// Closes the descriptors first...last. The number of close_range (Linux 5.9) is the same on all
/// processors.
static inline void linux_close_range(int first, int last) {
  if (first <= last && syscall(436, first, last, 0) < 0)
    for (int fd = first; fd <= last && fd < 4096; fd++) close(fd);
}
/// Closes the descriptors above 2 that the starter of this program left open. They are those
/// without FD_CLOEXEC, which all descriptors of this program have.
static inline void linux_close_inherited(void) {
  DIR *directory = opendir("/proc/self/fd");
  struct dirent *entry = NULL;
  for (int fd = 3; directory ? (entry = readdir(directory)) != NULL : fd < 1024; fd++) {
    int one = entry ? atoi(entry->d_name) : fd;
    int flags = one > 2 ? fcntl(one, F_GETFD) : -1;
    if (flags >= 0 && !(flags & FD_CLOEXEC)) close(one);
  }
  if (directory) closedir(directory);
}
/// Redirects standard error to /dev/null, since its readers may wait for EOF.
static inline void linux_drop_standard_error(void) {
  int null = open("/dev/null", O_WRONLY);
  if (null < 0) return;
  dup2(null, 2);
  if (null > 2) close(null);
}
/// Starts a session without a terminal; redirects standard input and output to /dev/null.
static inline void linux_detach(void) {
  setsid();
  int null = open("/dev/null", O_RDWR);
  if (null < 0) return;
  dup2(null, 0);
  dup2(null, 1);
  if (null > 2) close(null);
}
static inline void linux_exit(int status) { _exit(status); }
static inline long linux_kill(int pid, int signal) { return LINUX_RESULT(kill(pid, signal)); }
/// Returns the exit status (0...255), 256 + signal number, or -errno; -EAGAIN while the process
/// runs.
static inline long linux_reap(int pid, int wait) {
  int status = 0;
  long result = LINUX_RESULT(waitpid(pid, &status, wait ? 0 : WNOHANG));
  if (result < 0) return result;
  if (result == 0) return -(long)EAGAIN;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}
static inline long linux_set_process_name(const char *name) { return LINUX_RESULT(prctl(PR_SET_NAME, name, 0, 0, 0)); }

// The string of argv[0]. glibc declares it only with _GNU_SOURCE.
extern char *program_invocation_name;
/// Overwrites argv[0], the start of the process's command line, as far as its length allows.
static inline void linux_set_process_title(const char *title) {
  strncpy(program_invocation_name, title, strlen(program_invocation_name));
}
/// Blocks all signals that can be blocked, redirects the standard descriptors to /dev/null so that
/// no reader waits for them, closes inherited descriptors, and leaves the working directory.
static inline void linux_withdraw(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  int null = open("/dev/null", O_RDWR);
  for (int fd = 0; fd <= 2; fd++)
    if (null < 0) close(fd); else dup2(null, fd);
  if (null > 2) close(null);
  linux_close_inherited();
  if (chdir("/") < 0) return;
}

/// Appends a number to a text that has room for it.
static inline void linux_append_number(char *text, unsigned number) {
  char digits[12] = "";
  size_t place = sizeof digits - 1;
  do digits[--place] = (char)('0' + number % 10);
  while (number /= 10);
  strcat(text, digits + place);
}
/// Copies the size of standard output's terminal to a pseudoterminal; 80 columns and 24 rows without
/// one, since tools print no meter in a terminal without columns.
static inline void linux_copy_terminal_size(int pseudoterminal) {
  struct winsize size = {.ws_row = 24, .ws_col = 80};
  ioctl(1, TIOCGWINSZ, &size);
  ioctl(pseudoterminal, TIOCSWINSZ, &size);
}
/// Opens a pseudoterminal of the size of standard output's terminal: both[0] for this process,
/// both[1] for the command.
static inline long linux_pseudoterminal(int *both) {
  both[0] = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (both[0] < 0) return -(long)errno;
  char name[32];
  int unlocked = 0, number;
  if (ioctl(both[0], TIOCSPTLCK, &unlocked) < 0 || ioctl(both[0], TIOCGPTN, &number) < 0) return -(long)errno;
  linux_copy_terminal_size(both[0]);
  linux_append_number(strcpy(name, "/dev/pts/"), (unsigned)number);
  both[1] = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  return both[1] < 0 ? -(long)errno : 0;
}
extern char **environ;
/// Removes the variables that a service manager sets for this process alone; with `is_own`, all but
/// those that describe the user, the language and the system's bus. Erases their texts.
static inline void linux_clean_environment(int is_own) {
  static const char removed[] =
      " NOTIFY_SOCKET WATCHDOG_PID WATCHDOG_USEC LISTEN_PID LISTEN_FDS LISTEN_FDNAMES FBPROGRESS_EXEC ";
  static const char kept[] = " PATH HOME USER LOGNAME SHELL TERM TZ LANG LANGUAGE TMPDIR"
                             " XDG_RUNTIME_DIR XDG_SESSION_ID DBUS_SYSTEM_BUS_ADDRESS ";
  char **to = environ;
  for (char **from = environ; from && *from; from++) {
    char name[40] = " ";
    size_t length = strcspn(*from, "=");
    int is_listed = 0;
    if (length < sizeof name - 2) {
      strcat(strncat(name, *from, length), " ");
      is_listed = strstr(is_own ? kept : removed, name) != NULL;
    }
    if (is_own ? is_listed || strncmp(*from, "LC_", 3) == 0 : !is_listed) *to++ = *from;
    else memset(*from, 0, strlen(*from));
  }
  if (to) *to = NULL;
}
/// Returns the arguments in a row, each followed by NUL, as a list for exec; NULL without memory.
static inline const char **linux_argument_list(const char *arguments, size_t size) {
  size_t count = 0;
  for (size_t i = 0; i < size; i++) count += arguments[i] == 0;
  const char **list = malloc((count + 1) * sizeof *list);
  if (!list) return NULL;
  for (size_t i = 0; i < count; i++, arguments += strlen(arguments) + 1) list[i] = arguments;
  list[count] = NULL;
  return list;
}
/// Runs another program, found in PATH, in this process. Returns -errno if it cannot, and -ELOOP in a
/// program that was started so.
static inline long linux_exec(const char *arguments, size_t size) {
  static const char mark[] = "FBPROGRESS_EXEC";
  const char **list = linux_argument_list(arguments, size);
  if (!list) return -(long)ENOMEM;
  if (getenv(mark)) return -(long)ELOOP;
  // Standard error that only reads is a placeholder.
  if ((fcntl(2, F_GETFL) & O_ACCMODE) == O_RDONLY) linux_close_on_exec(2);
  setenv(mark, "1", 1);
  execvp(list[0], (char *const *)list);
  long result = -(long)errno;
  unsetenv(mark);
  fcntl(2, F_SETFD, 0);
  return result;
}
/// Runs a program, found in PATH. `arguments` holds its arguments in a row, each followed by NUL.
///
/// The program shares all descriptors but standard output, standard error and, if not negative,
/// `extra`, whose read ends are ours[0], ours[1] and ours[2], non-blocking; with an `extra` of -2,
/// all; with `is_own`, standard input alone. On a terminal of its own ours[0] carries both standard
/// outputs, and ours[1] is -1. Its environment is a cleaned one. Returns the process ID or -errno.
/// If the program cannot run, the child prints an error and exits with the status of a shell.
static inline long linux_spawn(
    const char *arguments, size_t size, int on_terminal, int extra, int is_own, int *ours) {
  int pairs[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}}, numbers[3] = {1, 2, extra};
  long result = 0;
  const char **list = linux_argument_list(arguments, size);
  if (!list) return -(long)ENOMEM;
  if (extra == -2) numbers[0] = numbers[1] = -1;
  if (on_terminal) result = linux_pseudoterminal(pairs[0]);
  for (int i = on_terminal ? 2 : 0; i < 3 && result >= 0; i++) {
    if (numbers[i] < 0) continue;
    result = LINUX_RESULT(pipe(pairs[i]));
    for (int end = 0; end < 2; end++) fcntl(pairs[i][end], F_SETFD, FD_CLOEXEC);
  }
  if (result >= 0) result = LINUX_RESULT(fork());
  if (result == 0) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    for (int i = 0; i < 3; i++) {
      int end = pairs[on_terminal && i == 1 ? 0 : i][1];
      if (end == numbers[i]) fcntl(end, F_SETFD, 0);
      else if (end >= 0) dup2(end, numbers[i]);
    }
    if (is_own) linux_close_range(3, ~0u >> 1);
    linux_clean_environment(is_own);
    execvp(list[0], (char *const *)list);
    int error = errno;
    char line[512] = "fbprogress: ";
    strncat(line, list[0], 300);
    strcat(strncat(strcat(line, ": "), strerror(error), 100), "\n");
    if (write(2, line, strlen(line)) < 0) _exit(126);
    _exit(error == ENOENT ? 127 : 126);
  }
  for (int i = 0; i < 3; i++) {
    if (pairs[i][1] >= 0) close(pairs[i][1]);
    if (pairs[i][0] >= 0 && result < 0) close(pairs[i][0]);
    if (pairs[i][0] >= 0 && result >= 0) fcntl(pairs[i][0], F_SETFL, O_NONBLOCK);
    ours[i] = pairs[i][0];
  }
  free(list);
  return result;
}
static inline int linux_is_terminal(int fd) { return isatty(fd); }
/// The size of a terminal, 16 bits each from the lowest on: columns, rows, and the pixels of both,
/// 0 if unknown. 0 if `fd` is no terminal.
static inline uint64_t linux_terminal_size(int fd) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) < 0) return 0;
  return size.ws_col | (uint64_t)size.ws_row << 16 | (uint64_t)size.ws_xpixel << 32 | (uint64_t)size.ws_ypixel << 48;
}
/// The state of a terminal's line, as TCGETS and TCSETS have it.
struct linux_line {
  uint32_t input, output, control, local;
  uint8_t discipline, characters[19];
};
/// Makes a terminal pass on each byte of input at once, without echo. Ctrl-Z is a byte, too: a
/// stopped process could not restore the terminal; other keys still send their signals. Fills
/// `found` with the former state. -EBUSY if another program reads its keys; -EPERM for a process of
/// another group.
static inline long linux_line_take(int fd, struct linux_line *found) {
  enum { canonical = 2, echo = 8, time = 5, least = 6, suspend = 10 };
  int group;
  if (ioctl(fd, TIOCGPGRP, &group) == 0 && group != getpgid(0)) return -(long)EPERM;
  if (ioctl(fd, TCGETS, found) < 0) return -(long)errno;
  // Another program is reading a password.
  if ((found->local & (canonical | echo)) == canonical) return -(long)EBUSY;
  if (!(found->local & canonical)) {
    // A process of this program leaves it like this if it was killed.
    if (found->local & echo || found->characters[least] || found->characters[suspend]) return -(long)EBUSY;
    found->local |= canonical | echo;
    found->characters[least] = 1;
    found->characters[suspend] = 26;
  }
  struct linux_line line = *found;
  line.local &= ~(uint32_t)(canonical | echo);
  line.characters[time] = line.characters[least] = line.characters[suspend] = 0;
  // In the background these would stop the process.
  signal(SIGTTOU, SIG_IGN);
  signal(SIGTTIN, SIG_IGN);
  return LINUX_RESULT(ioctl(fd, TCSETS, &line));
}
/// Restores a terminal, without input that is not read.
static inline void linux_line_restore(int fd, const struct linux_line *found) {
  ioctl(fd, TCFLSH, 0L /* TCIFLUSH */);
  ioctl(fd, TCSETS, found);
}

// Unix sockets, as client and server. A path that begins with '@' is an abstract address without a
// file.
/// Connects to a socket, or with a mode makes one of that mode for clients.
static inline long linux_unix_socket(const char *path, int is_datagram, uint32_t mode) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(path);
  if (length == 0 || length >= sizeof address.sun_path) return -(long)ENAMETOOLONG;
  memcpy(address.sun_path, path, length);
  if (path[0] == '@') address.sun_path[0] = 0;
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (path[0] == '@' ? 0 : 1));
  long result = 0, fd = LINUX_RESULT(socket(AF_UNIX, (is_datagram ? SOCK_DGRAM : SOCK_STREAM) | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (fd < 0) return fd;
  if (mode) {
    // The file has this mode from its creation on. The umask would take the rights of others.
    fchmod((int)fd, mode);
    int is_shared = (mode & 077) != 0;
    mode_t mask = is_shared ? umask(0) : 0;
    result = LINUX_RESULT(bind((int)fd, (struct sockaddr *)&address, size));
    if (is_shared) umask(mask);
    if (result >= 0 && !is_datagram) result = LINUX_RESULT(listen((int)fd, 16));
  } else {
    result = LINUX_RESULT(connect((int)fd, (struct sockaddr *)&address, size));
  }
  if (result < 0) close((int)fd);
  return result < 0 ? result : fd;
}
// glibc declares this only with _GNU_SOURCE.
struct linux_credentials {
  int process;
  uint32_t user, group;
};
/// Returns the user of a connection's other end at the time when it connected or began to listen;
/// -1 if unknown.
static inline long linux_peer_user(int fd) {
  struct linux_credentials peer;
  socklen_t size = sizeof peer;
  return getsockopt(fd, SOL_SOCKET, 17 /* SO_PEERCRED */, &peer, &size) == 0 ? (long)peer.user : -1;
}
static inline long linux_user(void) { return (long)geteuid(); }
/// Accepts the next connection; with `checks_user` only from root or the user of this process, and
/// closes others. -EAGAIN if none is pending.
static inline long linux_accept(int fd, int checks_user) {
  for (;;) {
    long client = LINUX_RESULT(accept(fd, NULL, NULL));
    if (client < 0) return client;
    struct linux_credentials peer;
    socklen_t size = sizeof peer;
    fcntl((int)client, F_SETFD, FD_CLOEXEC);
    fcntl((int)client, F_SETFL, O_NONBLOCK);
    if (!checks_user || (getsockopt((int)client, SOL_SOCKET, 17 /* SO_PEERCRED */, &peer, &size) == 0 &&
                         (peer.user == 0 || peer.user == geteuid())))
      return client;
    close((int)client);
  }
}

// Messages between processes, whole, with an optional descriptor.
static inline long linux_message_pair(int *both) {
  return LINUX_RESULT(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, both));
}
static inline long linux_message_send(int socket, const void *bytes, size_t count, int descriptor) {
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec piece = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = sizeof control.room;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  }
  return LINUX_RESULT(sendmsg(socket, &message, MSG_NOSIGNAL));
}
static inline long linux_message_receive(int socket, void *bytes, size_t count, int *descriptor) {
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec piece = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {
      .msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = CMSG_LEN(sizeof(int))};
  *descriptor = -1;
  long result = LINUX_RESULT(recvmsg(socket, &message, MSG_CMSG_CLOEXEC));
  // The other end closed with messages from here unread. The kernel reports that once, before the
  // messages that the other end sent.
  if (result == -(long)ECONNRESET) result = LINUX_RESULT(recvmsg(socket, &message, MSG_CMSG_CLOEXEC));
  if (result < 0) return result;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
    memcpy(descriptor, CMSG_DATA(header), sizeof(int));
  return message.msg_flags & MSG_TRUNC ? -(long)EMSGSIZE : result;
}

// File watches and device events.
static inline long linux_inotify_open(void) { return LINUX_RESULT(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)); }
static const uint32_t linux_watch_file = IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF, linux_watch_links = IN_ATTRIB | IN_MOVE_SELF,
                      linux_watch_folder = IN_CREATE | IN_MOVED_TO | IN_ONLYDIR;
static inline long linux_inotify_watch(int fd, const char *path, uint32_t events) {
  return LINUX_RESULT(inotify_add_watch(fd, path, events));
}
static inline long linux_uevent_open(void) {
  long fd = LINUX_RESULT(socket(AF_NETLINK, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_KOBJECT_UEVENT));
  if (fd < 0) return fd;
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
  long result = LINUX_RESULT(bind((int)fd, (struct sockaddr *)&address, sizeof address));
  if (result < 0) close((int)fd);
  return result < 0 ? result : fd;
}

// The text console.
static const int linux_kd_graphics = KD_GRAPHICS, linux_kd_text = KD_TEXT, linux_k_off = K_OFF, linux_k_unicode = K_UNICODE;
static const int linux_vt_acknowledge = VT_ACKACQ;
static inline long linux_kd_get_mode(int fd) {
  int mode = 0;
  long result = LINUX_RESULT(ioctl(fd, KDGETMODE, &mode));
  return result < 0 ? result : mode;
}
static inline long linux_kd_set_mode(int fd, int mode) { return LINUX_RESULT(ioctl(fd, KDSETMODE, (long)mode)); }
static inline long linux_keyboard_get_mode(int fd) {
  int mode = 0;
  long result = LINUX_RESULT(ioctl(fd, KDGKBMODE, &mode));
  return result < 0 ? result : mode;
}
static inline long linux_keyboard_set_mode(int fd, int mode) { return LINUX_RESULT(ioctl(fd, KDSKBMODE, (long)mode)); }
static inline long linux_flush_input(int fd) { return LINUX_RESULT(ioctl(fd, TCFLSH, 0L /* TCIFLUSH */)); }
/// Returns the device number of the VT itself, whatever name it was opened by.
static inline long linux_terminal_device(int fd) {
  unsigned int device = 0;
  long result = LINUX_RESULT(ioctl(fd, TIOCGDEV, &device));
  return result < 0 ? result : (long)device;
}
/// Returns the number of the active VT, from 1.
static inline long linux_vt_in_front(int fd) {
  struct vt_stat state;
  long result = LINUX_RESULT(ioctl(fd, VT_GETSTATE, &state));
  return result < 0 ? result : state.v_active;
}
/// Two real-time signals that the program uses for nothing else.
static inline int linux_signal_leave(void) { return SIGRTMIN + 1; }
static inline int linux_signal_enter(void) { return SIGRTMIN + 2; }
/// Makes the kernel send this process one of these signals before it leaves the VT, and one after
/// it enters the VT.
static inline long linux_vt_be_asked(int fd) {
  struct vt_mode mode = {.mode = VT_PROCESS, .relsig = (short)linux_signal_leave(), .acqsig = (short)linux_signal_enter()};
  return LINUX_RESULT(ioctl(fd, VT_SETMODE, &mode));
}
static inline long linux_vt_be_automatic(int fd) {
  struct vt_mode mode = {.mode = VT_AUTO};
  return LINUX_RESULT(ioctl(fd, VT_SETMODE, &mode));
}
// Returns whether the kernel switches VTs without asking a process.
static inline int linux_vt_is_automatic(int fd) {
  struct vt_mode mode;
  return ioctl(fd, VT_GETMODE, &mode) == 0 && mode.mode == VT_AUTO;
}
static inline long linux_vt_answer(int fd, int answer) { return LINUX_RESULT(ioctl(fd, VT_RELDISP, (long)answer)); }

// Errors.
static inline const char *linux_error_text(int error) { return strerror(error); }
static const int linux_eagain = EAGAIN, linux_eintr = EINTR, linux_enoent = ENOENT, linux_eexist = EEXIST;
static const int linux_enxio = ENXIO, linux_ebusy = EBUSY, linux_enodev = ENODEV, linux_einval = EINVAL;
static const int linux_eperm = EPERM, linux_enosys = ENOSYS, linux_eacces = EACCES, linux_epipe = EPIPE;
static const int linux_eopnotsupp = EOPNOTSUPP, linux_emsgsize = EMSGSIZE, linux_enomem = ENOMEM;
static const int linux_enobufs = ENOBUFS, linux_efbig = EFBIG, linux_econnrefused = ECONNREFUSED, linux_eaddrinuse = EADDRINUSE;
static const int linux_eloop = ELOOP, linux_emfile = EMFILE;
static inline int linux_is_transient(int code) {
  return code == EMFILE || code == ENFILE || code == ENOMEM || code == ENOBUFS || code == ENOSPC || code == EIO ||
         code == EINTR;
}

static inline int linux_is_passing(int code) {
  return code == ENOMEM || code == EBUSY || code == EINTR || code == EAGAIN || code == EIO || code == ETIMEDOUT ||
         code == EPROTO || code == EPIPE || code == EREMOTEIO;
}

// Framebuffer devices (fbdev).
struct linux_framebuffer {
  struct fb_var_screeninfo mode;
  struct fb_fix_screeninfo memory;
  long result;
};
static const uint32_t linux_framebuffer_packed = FB_TYPE_PACKED_PIXELS;
static const uint32_t linux_framebuffer_true = FB_VISUAL_TRUECOLOR, linux_framebuffer_direct = FB_VISUAL_DIRECTCOLOR;
static const uint32_t linux_framebuffer_mono01 = FB_VISUAL_MONO01;
static const uint32_t linux_framebuffer_mono10 = FB_VISUAL_MONO10;
static const uint32_t linux_framebuffer_pseudo = FB_VISUAL_PSEUDOCOLOR;
static const uint32_t linux_framebuffer_interlaced = FB_VMODE_INTERLACED, linux_framebuffer_doubled = FB_VMODE_DOUBLE;

static inline struct linux_framebuffer linux_framebuffer_get(int fd) {
  struct linux_framebuffer all = {0};
  all.result = LINUX_RESULT(ioctl(fd, FBIOGET_VSCREENINFO, &all.mode));
  if (all.result >= 0) all.result = LINUX_RESULT(ioctl(fd, FBIOGET_FSCREENINFO, &all.memory));
  return all;
}
/// Returns the offset of the memory in a mapping, which begins with the memory's first page.
static inline uint32_t linux_framebuffer_offset(struct linux_framebuffer all) {
  return (uint32_t)(all.memory.smem_start & (unsigned long)(sysconf(_SC_PAGESIZE) - 1));
}
static inline uint8_t linux_framebuffer_letter(struct linux_framebuffer all, int place) {
  return (uint8_t)all.memory.id[place & 15];
}
static inline long linux_framebuffer_pan(int fd, uint32_t x, uint32_t y) {
  struct fb_var_screeninfo mode;
  long result = LINUX_RESULT(ioctl(fd, FBIOGET_VSCREENINFO, &mode));
  if (result < 0) return result;
  mode.xoffset = x;
  mode.yoffset = y;
  mode.vmode &= ~(uint32_t)FB_VMODE_YWRAP;
  return LINUX_RESULT(ioctl(fd, FBIOPAN_DISPLAY, &mode));
}
static inline long linux_framebuffer_set_virtual_height(int fd, uint32_t rows) {
  struct fb_var_screeninfo mode;
  long result = LINUX_RESULT(ioctl(fd, FBIOGET_VSCREENINFO, &mode));
  if (result < 0) return result;
  mode.yres_virtual = rows;
  mode.yoffset = 0;
  mode.activate = FB_ACTIVATE_NOW;
  return LINUX_RESULT(ioctl(fd, FBIOPUT_VSCREENINFO, &mode));
}
static inline long linux_framebuffer_wait(int fd) {
  uint32_t display = 0;
  return LINUX_RESULT(ioctl(fd, FBIO_WAITFORVSYNC, &display));
}
static inline long linux_framebuffer_blank(int fd, int is_blank) {
  return LINUX_RESULT(ioctl(fd, FBIOBLANK, is_blank ? FB_BLANK_POWERDOWN : FB_BLANK_UNBLANK));
}
/// Sets an identity color table for levels of `bits` bits.
static inline long linux_framebuffer_set_ramp(int fd, uint32_t bits) {
  uint16_t levels[256];
  if (bits == 0 || bits > 8) return -(long)EINVAL;
  uint32_t last = (1u << bits) - 1;
  for (uint32_t i = 0; i <= last; i++) levels[i] = (uint16_t)(i * 65535 / last);
  struct fb_cmap map = {.len = last + 1, .red = levels, .green = levels, .blue = levels};
  return LINUX_RESULT(ioctl(fd, FBIOPUTCMAP, &map));
}

#include "expressions.h"
#include "confinement.h"
