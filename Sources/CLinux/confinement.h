// The rights that a process can give up: system calls (seccomp), files (Landlock), capabilities,
// variables of the environment. Kernels without seccomp or Landlock return an error, and the
// process continues as it is. Part of shim.h.
#include <asm/unistd.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <ucontext.h>

#if defined __x86_64__
#define LINUX_AUDIT AUDIT_ARCH_X86_64
#define LINUX_RETURNED(context) ((context)->uc_mcontext.gregs[13 /* REG_RAX */])
#elif defined __aarch64__
#define LINUX_AUDIT AUDIT_ARCH_AARCH64
#define LINUX_RETURNED(context) ((context)->uc_mcontext.regs[0])
#elif defined __arm__
#define LINUX_AUDIT AUDIT_ARCH_ARM
#define LINUX_RETURNED(context) ((context)->uc_mcontext.arm_r0)
#elif defined __riscv && __riscv_xlen == 64
#define LINUX_AUDIT AUDIT_ARCH_RISCV64
#define LINUX_RETURNED(context) ((context)->uc_mcontext.__gregs[10])
#endif

// The processes, as bits. The filter of a process also applies to those that it forks later: those
// of the broker, which has the calls of presenters and dumpers; the presenters' decoders; and the
// relay of a command's output, if its keeper starts it again.
enum {
  linux_of_keeper = 1,
  linux_of_presenter = 2,
  linux_of_guard = 4,
  // The relay of a command's output, and the recorder: they only copy between open descriptors.
  linux_of_copier = 8,
  linux_of_dumper = 16,
  linux_of_decoder = 32,
};

#ifdef LINUX_AUDIT
// The checks of a call besides its number.
enum { linux_any, linux_no_code, linux_no_namespace, linux_own_limits, linux_device_requests, linux_local_sockets };

struct linux_call {
  int16_t number;
  uint8_t processes, check;
};
// The calls of each process, the frequent ones first. A call has every number that a C library may
// use for it: the old ones that arm64 and riscv64 lack, and those for 64-bit times on arm. execve,
// ptrace, mount and bpf are in no process's list.
static const struct linux_call linux_calls[] = {
#define K linux_of_keeper
#define S linux_of_presenter
#define G linux_of_guard
#define C linux_of_copier
#define D linux_of_dumper
#define X linux_of_decoder
  // Bytes, memory and the end.
  {__NR_read, K|S|G|C|D|X}, {__NR_write, K|S|G|C|D|X}, {__NR_close, K|S|G|C|D|X},
  {__NR_munmap, K|S|G|C|D|X}, {__NR_mremap, K|S|G|C|D|X}, {__NR_madvise, K|S|G|C|D|X},
  {__NR_brk, K|S|G|C|D|X}, {__NR_exit, K|S|G|C|D|X}, {__NR_exit_group, K|S|G|C|D|X},
  {__NR_rt_sigreturn, K|S|G|C|D|X}, {__NR_restart_syscall, K|S|G|C|D|X}, {__NR_getrandom, K|S|G|C|D|X},
  {__NR_futex, K|S|G|C|D|X}, {__NR_clock_gettime, K|S|G|C|D|X}, {__NR_gettimeofday, K|S|G|C|D|X},
  {__NR_mprotect, K|S|G|C|D|X, linux_no_code},
#ifdef __NR_mmap
  {__NR_mmap, K|S|G|C|D|X, linux_no_code},
#endif
#ifdef __NR_mmap2
  {__NR_mmap2, K|S|G|C|D|X, linux_no_code}, {__NR_sigreturn, K|S|G|C|D|X},
  {__NR_fcntl64, K|S|G|C|D}, {__NR__llseek, K|S|G|C|D},
#endif
#ifdef __NR_clock_gettime64
  {__NR_clock_gettime64, K|S|G|C|D|X}, {__NR_futex_time64, K|S|G|C|D|X}, {__NR_ppoll_time64, K|S|G|C|D},
  {__NR_clock_nanosleep_time64, K|S|G|C|D},
#endif
  // Waiting, signals, descriptors.
  {__NR_ppoll, K|S|G|C|D}, {__NR_sendmsg, K|S|G|C|D}, {__NR_recvmsg, K|S|G|C|D}, {__NR_rt_sigprocmask, K|S|G|C|D},
  {__NR_rt_sigaction, K|S|G|C|D}, {__NR_sigaltstack, K|S|G|C|D}, {__NR_fcntl, K|S|G|C|D},
  {__NR_lseek, K|S|G|C|D}, {__NR_readv, K|S|G|C|D}, {__NR_writev, K|S|G|C|D},
  {__NR_getpid, K|S|G|C|D}, {__NR_gettid, K|S|G|C|D},
  {__NR_sched_yield, K|S|G|C|D}, {__NR_nanosleep, K|S|G|C|D}, {__NR_clock_nanosleep, K|S|G|C|D},
  {__NR_dup, S|G}, {__NR_dup3, S|G}, {__NR_signalfd4, S|G}, {__NR_pread64, K|S}, {__NR_pwrite64, K|S},
  {__NR_close_range, K|S|C},
  // Files.
  {__NR_openat, K|S|G|D|C}, {__NR_fstat, K|S|G|C|D}, {__NR_statx, K|S|G|C|D}, {__NR_unlinkat, K|S|G|D},
  {__NR_readlinkat, K|S|G|D}, {__NR_faccessat, K|S|G|D}, {__NR_chdir, K|S|G}, {__NR_getcwd, K|S|G|D},
  {__NR_mkdirat, K|S|D}, {__NR_renameat2, K|S|D}, {__NR_fsync, K|S|D}, {__NR_fdatasync, K|S|D},
  {__NR_ftruncate, K|S|D}, {__NR_getdents64, K|S}, {__NR_statfs, K|S}, {__NR_fstatfs, K|S}, {__NR_chroot, K|S},
  {__NR_mknodat, K}, {__NR_fchmod, K}, {__NR_fchmodat, K}, {__NR_umask, K},
  {__NR_inotify_init1, K}, {__NR_inotify_add_watch, K}, {__NR_inotify_rm_watch, K},
#ifdef __NR_renameat
  {__NR_renameat, K|S|D},
#endif
#ifdef __NR_newfstatat
  {__NR_newfstatat, K|S|G|C|D},
#endif
#ifdef __NR_fstatat64
  {__NR_fstatat64, K|S|G|C|D}, {__NR_fstat64, K|S|G|C|D}, {__NR_stat64, K|S|G|D}, {__NR_lstat64, K|S|G|D},
  {__NR_statfs64, K|S}, {__NR_fstatfs64, K|S}, {__NR_ftruncate64, K|S|D},
  {__NR_getuid32, K|S|G|D}, {__NR_geteuid32, K|S|G|D}, {__NR_getgid32, K|S|G|D}, {__NR_getegid32, K|S|G|D},
  {__NR_send, K|S}, {__NR_recv, K|S}, {__NR_ugetrlimit, K|S},
#endif
#ifdef __NR_open
  {__NR_open, K|S|G|C|D}, {__NR_stat, K|S|G|D}, {__NR_lstat, K|S|G|D}, {__NR_unlink, K|S|G|D},
  {__NR_readlink, K|S|G|D}, {__NR_access, K|S|G|D}, {__NR_mkdir, K|S|D}, {__NR_rename, K|S|D},
  {__NR_rmdir, K}, {__NR_mknod, K}, {__NR_chmod, K}, {__NR_inotify_init, K}, {__NR_poll, K|S|G|C|D},
  {__NR_pipe, S}, {__NR_dup2, S|G}, {__NR_fork, S}, {__NR_vfork, S}, {__NR_signalfd, S|G},
  {__NR_getdents, K|S},
#endif
  // Devices and sockets.
  {__NR_ioctl, S|G, linux_device_requests}, {__NR_socket, K|S, linux_local_sockets},
  {__NR_socketpair, K|S, linux_local_sockets}, {__NR_bind, K|S}, {__NR_connect, K|S}, {__NR_sendto, K|S},
  {__NR_recvfrom, K|S}, {__NR_getsockopt, K|S}, {__NR_setsockopt, K|S}, {__NR_getsockname, K|S},
  {__NR_getpeername, K|S}, {__NR_listen, K}, {__NR_accept, K}, {__NR_accept4, K},
  // Child processes, and their confinement.
  {__NR_clone, S, linux_no_namespace}, {__NR_wait4, K|S}, {__NR_waitid, S}, {__NR_kill, S},
  {__NR_pipe2, S}, {__NR_prctl, S}, {__NR_capget, S}, {__NR_capset, S},
  {444 /* landlock_create_ruleset */, S}, {445 /* landlock_add_rule */, S},
  {446 /* landlock_restrict_self */, S}, {__NR_prlimit64, S, linux_own_limits}, {__NR_setsid, S},
  {__NR_set_robust_list, S}, {__NR_set_tid_address, S}, {__NR_rseq, S},
  {__NR_setrlimit, S},
#ifdef __NR_getrlimit
  {__NR_getrlimit, S},
#endif
  // Facts, and locked memory.
  {__NR_getuid, K|S|G|D}, {__NR_geteuid, K|S|G|D}, {__NR_getgid, K|S|G|D}, {__NR_getegid, K|S|G|D},
  {__NR_getppid, S}, {__NR_getpgid, S}, {__NR_uname, K|S}, {__NR_sysinfo, K|S}, {__NR_getrusage, K|S},
  {__NR_sched_getaffinity, S}, {__NR_mlock, S}, {__NR_mlockall, K|S}, {__NR_munlock, S},
  {__NR_munlockall, S},
#undef K
#undef S
#undef G
#undef C
#undef D
#undef X
};
_Static_assert(
    sizeof linux_calls / sizeof *linux_calls < 200, "a jump of a filter passes 254 instructions at most");

/// The numbers of the requests that type into a terminal for its user.
enum { linux_tiocsti = 0x5412, linux_tioclinux = 0x541c };

/// A filter that is being made.
struct linux_filter {
  struct sock_filter code[320];
  uint16_t count;
};
static inline void linux_filter_add(
    struct linux_filter *filter, uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false) {
  if (filter->count < sizeof filter->code / sizeof *filter->code)
    filter->code[filter->count++] = (struct sock_filter){code, if_true, if_false, value};
}
// A jump of this length goes to the instruction that permits the call, which is the last one.
enum { linux_permit = 255 };
static inline void linux_filter_if(struct linux_filter *filter, uint32_t value, uint8_t yes, uint8_t no) {
  linux_filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, value, yes, no);
}
static inline void linux_filter_load(struct linux_filter *filter, uint32_t offset) {
  linux_filter_add(filter, BPF_LD | BPF_W | BPF_ABS, offset, 0, 0);
}
static inline void linux_filter_return(struct linux_filter *filter, uint32_t value) {
  linux_filter_add(filter, BPF_RET | BPF_K, value, 0, 0);
}
/// The offset of the low half of an argument; every processor here is little-endian.
static inline uint32_t linux_argument(unsigned index) {
  return (uint32_t)(offsetof(struct seccomp_data, args) + 8 * index);
}
/// Adds the check of a call whose number is loaded. A call that passes is permitted.
static inline void linux_filter_check(struct linux_filter *filter, struct linux_call call, uint32_t refusal) {
  uint16_t first = filter->count;
  linux_filter_if(filter, (uint32_t)call.number, 0, 0);
  uint32_t error = EACCES;
  switch (call.check) {
  case linux_no_code: // No memory that can be executed.
    linux_filter_load(filter, linux_argument(2));
    linux_filter_add(filter, BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, linux_permit);
    break;
  case linux_no_namespace:
    linux_filter_load(filter, linux_argument(0));
    linux_filter_add(filter, BPF_JMP | BPF_JSET | BPF_K, 0x7e020000, 0, linux_permit);
    break;
  case linux_own_limits:
    linux_filter_load(filter, linux_argument(0));
    linux_filter_if(filter, 0, linux_permit, 0);
    break;
  case linux_local_sockets:
    linux_filter_load(filter, linux_argument(0));
    linux_filter_if(filter, AF_UNIX, linux_permit, 0);
    linux_filter_if(filter, AF_NETLINK, linux_permit, 0);
    error = EAFNOSUPPORT;
    break;
  case linux_device_requests: // Of terminals, consoles, framebuffers and cards, by their letters.
    linux_filter_load(filter, linux_argument(1));
    linux_filter_if(filter, linux_tiocsti, 8, 0);
    linux_filter_if(filter, linux_tioclinux, 7, 0);
    linux_filter_add(filter, BPF_ALU | BPF_RSH | BPF_K, 8, 0, 0);
    linux_filter_add(filter, BPF_ALU | BPF_AND | BPF_K, 0xff, 0, 0);
    for (const char *letter = "TKVFd"; *letter; letter++)
      linux_filter_if(filter, (uint8_t)*letter, linux_permit, 0);
    error = ENOTTY;
    break;
  }
  linux_filter_return(filter, refusal | error);
  filter->code[first].jf = (uint8_t)(filter->count - first - 1);
}

/// Logs the first refused call, and makes it fail with the filter's error.
static inline void linux_tell_refusal(int signal, siginfo_t *info, void *context) {
  static int has_told = 0;
  int error = errno;
  (void)signal;
  LINUX_RETURNED((ucontext_t *)context) = (__typeof__(LINUX_RETURNED((ucontext_t *)context)))-(long)info->si_errno;
  if (has_told++ == 0) {
    char line[120] = "fbprogress: sandbox: ";
    prctl(PR_GET_NAME, line + strlen(line));
    linux_append_number(strcat(line, ": system call "), (unsigned)info->si_syscall);
    strcat(line, " is not in its list; refused\n");
    if (write(2, line, strlen(line)) < 0) errno = error;
  }
  errno = error;
}

#endif

// The action at a call that is not in the list: fail; fail and log the first one; kill the process.
static const int linux_refuse = 0, linux_refuse_and_tell = 1, linux_kill_at_refusal = 2;
/// Confines this process, and those that it forks, to the calls of `process`. A refused call fails
/// with ENOSYS, or with the error that fits. Requires `linux_forbid_privileges` first.
static inline long linux_confine_calls(int process, int way) {
#ifdef LINUX_AUDIT
  uint32_t refusal = way == linux_kill_at_refusal   ? SECCOMP_RET_KILL_PROCESS
                     : way == linux_refuse_and_tell ? SECCOMP_RET_TRAP
                                                    : SECCOMP_RET_ERRNO;
  struct linux_filter filter;
  filter.count = 0;
  if (way == linux_refuse_and_tell) {
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_NODEFER};
    action.sa_sigaction = linux_tell_refusal;
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGSYS);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    sigaction(SIGSYS, &action, NULL);
  }
  linux_filter_load(&filter, offsetof(struct seccomp_data, arch));
  linux_filter_if(&filter, LINUX_AUDIT, 1, 0);
  linux_filter_return(&filter, refusal | ENOSYS);
  linux_filter_load(&filter, offsetof(struct seccomp_data, nr));
  size_t all = sizeof linux_calls / sizeof *linux_calls;
  for (size_t i = 0; i < all; i++)
    if (linux_calls[i].processes & process && linux_calls[i].check == linux_any)
      linux_filter_if(&filter, (uint32_t)linux_calls[i].number, linux_permit, 0);
  for (size_t i = 0; i < all; i++)
    if (linux_calls[i].processes & process && linux_calls[i].check != linux_any)
      linux_filter_check(&filter, linux_calls[i], refusal);
  linux_filter_return(&filter, refusal | ENOSYS);
  linux_filter_return(&filter, SECCOMP_RET_ALLOW);
  for (uint16_t i = 0; i < filter.count; i++) {
    uint8_t rest = (uint8_t)(filter.count - i - 2);
    if (filter.code[i].jt == linux_permit) filter.code[i].jt = rest;
    if (filter.code[i].jf == linux_permit) filter.code[i].jf = rest;
  }
  struct sock_fprog program = {.len = filter.count, .filter = filter.code};
  return LINUX_RESULT(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
#else
  return -(long)ENOSYS;
#endif
}

// Files. The constants are those of the newest Landlock version known here; older ones have fewer.
static const uint64_t linux_read_rights = 1 << 2 | 1 << 3; // READ_FILE, READ_DIR
static const uint64_t linux_write_rights = 1 << 1 | 1 << 14; // WRITE_FILE, TRUNCATE
static const uint64_t linux_device_rights = 1 << 15; // IOCTL_DEV
static const uint64_t linux_remove_folder_right = 1 << 4; // REMOVE_DIR
// REMOVE_DIR, REMOVE_FILE, MAKE_DIR, MAKE_REG, MAKE_SOCK, MAKE_FIFO
static const uint64_t linux_create_rights = 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 9 | 1 << 10;
struct linux_landlock_rules {
  uint64_t files, ports, scope;
};
/// Begins a list of the files that this process may use. Returns its descriptor, or -errno:
/// -ENOSYS or -EOPNOTSUPP if the kernel has no Landlock. `rights` becomes those that it knows. The process may signal
/// processes outside if `may_signal`.
static inline long linux_landlock_begin(uint64_t *rights, int may_signal) {
  long version = LINUX_RESULT(syscall(444, NULL, 0, 1 /* LANDLOCK_CREATE_RULESET_VERSION */));
  if (version < 0) return version;
  *rights = 0x1fff | (version >= 2 ? 1 << 13 : 0) | (version >= 3 ? 1 << 14 : 0) | (version >= 5 ? 1 << 15 : 0);
  // No TCP port.
  struct linux_landlock_rules rules = {.files = *rights, .ports = version >= 4 ? 3 : 0, .scope = version >= 6 && !may_signal ? 2 : 0};
  return LINUX_RESULT(syscall(444, &rules, (size_t)(version >= 6 ? 24 : version >= 4 ? 16 : 8), 0));
}
/// Adds a file, or a directory with all below it. Errors leave it out.
static inline void linux_landlock_add(int rules, const char *path, uint64_t rights) {
  struct __attribute__((packed)) {
    uint64_t rights;
    int32_t file;
  } rule = {.file = open(path, 010000000 /* O_PATH */ | O_CLOEXEC)};
  struct stat status;
  if (rule.file < 0) return;
  // Of a file's rights: to execute, write, read, truncate, and requests to a device.
  if (fstat(rule.file, &status) == 0 && !S_ISDIR(status.st_mode)) rights &= 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15;
  rule.rights = rights;
  syscall(445, rules, 1 /* LANDLOCK_RULE_PATH_BENEATH */, &rule, 0);
  close(rule.file);
}
/// Confines this process, and those that it forks, to the files of a list.
static inline long linux_landlock_enter(int rules) { return LINUX_RESULT(syscall(446, rules, 0)); }

/// Makes sure that no program that this process runs gets more rights than it has.
static inline long linux_forbid_privileges(void) { return LINUX_RESULT(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)); }

/// Gives up all capabilities but those of a mask, 1 << CAP_….
static inline void linux_drop_capabilities(uint64_t kept) {
  struct {
    uint32_t version;
    int process;
  } header = {0x20080522 /* _LINUX_CAPABILITY_VERSION_3 */, 0};
  struct {
    uint32_t effective, permitted, inheritable;
  } sets[2];
  if (syscall(__NR_capget, &header, sets) < 0) return;
  for (int half = 0; half < 2; half++) {
    uint32_t mask = (uint32_t)(kept >> (32 * half));
    sets[half].effective &= mask;
    sets[half].permitted &= mask;
    sets[half].inheritable = 0;
  }
  syscall(__NR_capset, &header, sets);
}
