// foothold PID...: what a process could do for somebody who took it over. By ptrace, each process makes system calls
// that it would never make by itself. A line for each process names those that the kernel does not refuse; with
// FOOTHOLD_ERRORS in the environment, the result of each.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

struct attempt {
  const char *name;
  long call;
  // The text goes to the process's stack; its argument is the one that is -1.
  const char *text;
  long arguments[4];
};

static const struct attempt attempts[] = {
    {"reads-passwords", SYS_openat, "/etc/shadow", {AT_FDCWD, -1, O_RDONLY}},
    {"reads-root", SYS_openat, "/root", {AT_FDCWD, -1, O_RDONLY}},
    {"writes-users", SYS_openat, "/etc/passwd", {AT_FDCWD, -1, O_WRONLY}},
    {"makes-cron-job", SYS_openat, "/etc/cron.d/fbprogress-foothold", {AT_FDCWD, -1, O_WRONLY | O_CREAT, 0600}},
    {"makes-unit", SYS_openat, "/etc/systemd/system/fbprogress-foothold.service", {AT_FDCWD, -1, O_WRONLY | O_CREAT, 0600}},
    {"makes-program", SYS_openat, "/usr/local/bin/fbprogress-foothold", {AT_FDCWD, -1, O_WRONLY | O_CREAT, 0700}},
    {"makes-folder", SYS_mkdirat, "/etc/fbprogress-foothold", {AT_FDCWD, -1, 0700}},
    {"makes-link", SYS_symlinkat, "/etc/fbprogress-foothold", {0, AT_FDCWD, -1}},
    {"removes-file", SYS_unlinkat, "/etc/fbprogress-victim", {AT_FDCWD, -1, 0}},
    {"sets-core-pattern", SYS_openat, "/proc/sys/kernel/core_pattern", {AT_FDCWD, -1, O_WRONLY}},
    {"suspends", SYS_openat, "/sys/power/state", {AT_FDCWD, -1, O_WRONLY}},
    {"signals-others", SYS_kill, NULL, {1, 0}},
    {"runs-programs", SYS_execve, "/fbprogress-foothold", {-1, 0, 0}},
    {"mounts", SYS_mount, "/fbprogress-foothold", {0, -1, 0, 0}},
    {"traces", SYS_ptrace, NULL, {PTRACE_ATTACH, 1 << 29, 0, 0}},
    {"makes-namespace", SYS_unshare, NULL, {0x20000}},
    {"loads-programs", SYS_bpf, NULL, {0, 0, 0}},
    {"loads-modules", SYS_finit_module, NULL, {999, 0, 0}},
    {"maps-code", SYS_mmap, NULL, {0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS}},
    {"opens-rings", SYS_io_uring_setup, NULL, {0, 0}},
    {"reboots", SYS_reboot, NULL, {0, 0, 0}},
    {"has-internet", SYS_socket, NULL, {AF_INET, SOCK_STREAM, 0}},
    {"has-packets", SYS_socket, NULL, {AF_PACKET, SOCK_RAW, 0}},
};

static long call(pid_t process, const struct attempt *attempt) {
  struct user_regs_struct before, now;
  if (ptrace(PTRACE_GETREGS, process, NULL, &before) < 0) return -ESRCH;
  now = before;
  // The process waits in a system call: two bytes before is the instruction that began it.
  now.rip -= 2;
  now.orig_rax = -1;
  // Below the red zone of the stack.
  unsigned long place = (before.rsp - 1024) & ~7UL, word;
  char text[128] = "";
  if (attempt->text) strncpy(text, attempt->text, sizeof text - 1);
  for (size_t index = 0; index < sizeof text; index += sizeof word) {
    memcpy(&word, text + index, sizeof word);
    ptrace(PTRACE_POKEDATA, process, place + index, word);
  }
  unsigned long values[6] = {0, 0, 0, 0, -1UL, 0};
  for (int index = 0; index < 4; index++)
    values[index] = attempt->text && attempt->arguments[index] == -1 ? place : (unsigned long)attempt->arguments[index];
  if (attempt->call == SYS_symlinkat) values[0] = place;
  now.rax = (unsigned long)attempt->call;
  now.rdi = values[0], now.rsi = values[1], now.rdx = values[2];
  now.r10 = values[3], now.r8 = values[4], now.r9 = values[5];
  int status;
  ptrace(PTRACE_SETREGS, process, NULL, &now);
  ptrace(PTRACE_SINGLESTEP, process, NULL, NULL);
  waitpid(process, &status, __WALL);
  if (!WIFSTOPPED(status)) return -ESRCH;
  ptrace(PTRACE_GETREGS, process, NULL, &now);
  long result = (long)now.rax;
  ptrace(PTRACE_SETREGS, process, NULL, &before);
  return result;
}

int main(int count, char **words) {
  for (int index = 1; index < count; index++) {
    pid_t process = atoi(words[index]);
    int status;
    if (ptrace(PTRACE_ATTACH, process, NULL, NULL) < 0 || waitpid(process, &status, __WALL) < 0) {
      perror(words[index]);
      return 1;
    }
    printf("%s", words[index]);
    for (size_t at = 0; at < sizeof attempts / sizeof *attempts; at++) {
      long result = call(process, &attempts[at]);
      if (getenv("FOOTHOLD_ERRORS") && *getenv("FOOTHOLD_ERRORS"))
        printf(" %s=%ld", attempts[at].name, result);
      else if (result != -ENOSYS && result != -EPERM && result != -EACCES && result != -EAFNOSUPPORT)
        printf(" %s", attempts[at].name);
    }
    printf("\n");
    ptrace(PTRACE_DETACH, process, NULL, NULL);
  }
}
