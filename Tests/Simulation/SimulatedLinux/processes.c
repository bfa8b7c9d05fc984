// Processes: coroutines with descriptors of their own. All run in one thread; the scheduler chooses
// the next one by the seed.
#include "internal.h"
#include <stdio.h>
#include <sys/mman.h>

struct process sim_world = {.pid = 1, .limit = descriptor_room};
struct process *sim_running = &sim_world, *sim_all;
struct sim_faults sim_faults;
struct sim_hooks sim_hooks;
int sim_traced;
int64_t sim_time;

static ucontext_t scheduler;
static uint64_t random_state;
static int last_pid, abandoned_count;

enum { stack_size = 4 << 20, page = 4096, never = -1, slice = 2000000 };
static void *free_stacks;

uint64_t sim_random(void) {
  uint64_t mixed = random_state += 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}
int sim_chance(uint32_t part) { return part && (sim_random() & 0xffff) < part; }
int64_t sim_now(void) { return sim_time; }
int sim_current(void) { return sim_running->pid; }
int sim_is_dead(void) { return sim_running->is_dead; }
int sim_process(void) { return sim_running->pid; }
int sim_abandoned(void) { return abandoned_count; }

int sim_error(int code) {
  errno = code;
  return -1;
}

struct process *sim_find(int pid) {
  if (pid == sim_world.pid) return &sim_world;
  for (struct process *one = sim_all; one; one = one->next)
    if (one->pid == pid) return one;
  return NULL;
}
int sim_is_alive(int pid) {
  struct process *one = sim_find(pid);
  return one && !one->is_zombie;
}
int sim_parent(int pid) {
  struct process *one = sim_find(pid);
  return one ? one->parent : 0;
}
const char *sim_name(int pid) {
  struct process *one = sim_find(pid);
  return one ? one->name : "";
}
uint64_t sim_wakeups(int pid) {
  struct process *one = sim_find(pid);
  return one ? one->wakeups : 0;
}
uint64_t sim_calls(int pid) {
  struct process *one = sim_find(pid);
  return one ? one->calls : 0;
}
int sim_descriptors(int pid) {
  struct process *one = sim_find(pid);
  int count = 0;
  for (int fd = 0; one && fd < descriptor_room; fd++) count += one->files[fd].file != NULL;
  return count;
}
void sim_limit_descriptors(int pid, int limit) {
  struct process *one = sim_find(pid);
  if (one) one->limit = limit;
}
void sim_exhaust_descriptors(int pid) {
  struct process *one = sim_find(pid);
  int fd = 0;
  while (one && fd < descriptor_room && one->files[fd].file) fd++;
  sim_limit_descriptors(pid, fd);
}
int sim_processes(void) {
  int count = 0;
  for (struct process *one = sim_all; one; one = one->next) count += !one->is_zombie;
  return count;
}
int sim_list(int *pids, int room) {
  int count = 0;
  for (struct process *one = sim_all; one; one = one->next)
    if (!one->is_zombie && count < room) pids[count++] = one->pid;
  return count;
}

// Switching.

void sim_yield(void) {
  struct process *self = sim_running;
  swapcontext(&self->machine, &scheduler);
}

static void switch_to(struct process *process) {
  sim_running = process;
  process->began = sim_time;
  swapcontext(&scheduler, &process->machine);
  sim_running = &sim_world;
}

/// Runs a process until it waits. A child runs before its parent goes on.
static void run(struct process *process) {
  process->state = state_ready;
  switch_to(process);
  while (process->state == state_forking) {
    run(process->forked);
    process->state = state_ready;
  }
}

static void begin_process(void) {
  struct process *self = sim_running;
  self->entry(self->context);
  sim_exit(0);
}

static void *take_stack(void) {
  void *stack = free_stacks;
  if (stack) {
    free_stacks = *(void **)((char *)stack + page);
    return stack;
  }
  stack = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stack == MAP_FAILED || mprotect(stack, page, PROT_NONE) < 0) abort();
  return stack;
}

static struct process *make(const char *name, int parent, void (*entry)(void *), void *context) {
  struct process *one = calloc(1, sizeof *one);
  one->pid = ++last_pid;
  one->parent = parent;
  one->limit = descriptor_room;
  one->entry = entry;
  one->context = context;
  strncpy(one->name, name, sizeof one->name - 1);
  one->stack = take_stack();
  getcontext(&one->machine);
  one->machine.uc_stack.ss_sp = one->stack;
  one->machine.uc_stack.ss_size = stack_size;
  makecontext(&one->machine, begin_process, 0);
  one->next = sim_all;
  sim_all = one;
  return one;
}

int sim_start(const char *name, void (*entry)(void *), void *context, int limit) {
  struct process *one = make(name, sim_world.pid, entry, context);
  one->limit = limit;
  for (int fd = 0; fd < 3; fd++) one->files[fd].file = sim_new_file(fd == 2 ? kind_log : kind_null, O_RDWR);
  return one->pid;
}

int sim_fork(void (*entry)(void *), void *context) {
  if (sim_enter(sim_call_fork) < 0) return -1;
  struct process *self = sim_running, *child = make(self->name, self->pid, entry, context);
  child->limit = self->limit;
  child->blocked = self->blocked;
  child->is_fresh = 1;
  for (int fd = 0; fd < descriptor_room; fd++) {
    child->files[fd] = self->files[fd];
    if (child->files[fd].file) child->files[fd].file->uses++;
  }
  self->forked = child;
  self->state = state_forking;
  int pid = child->pid;
  sim_yield();
  return pid;
}

typedef __attribute__((swiftcall)) int32_t closure(__attribute__((swift_context)) void *context);
int32_t sim_call_closure(const void *words) {
  void *const *both = words;
  return ((closure *)both[0])(both[1]);
}

// The end of a process.

void sim_signal(struct process *process, int signal) {
  if (!process || process == &sim_world || process->is_zombie) return;
  uint64_t bit = (uint64_t)1 << (signal - 1);
  if (signal == SIGKILL) {
    if (process->state == state_blocked) process->kill_pending = 1;
    else sim_end(process, 256 + signal);
  } else if (process->blocked & bit) {
    process->pending |= bit;
  } else if (signal != SIGCHLD && signal != SIGWINCH) {
    sim_end(process, 256 + signal);
  }
}

/// Closes what a process has, and tells its parent. The memory is freed by its own code, later.
void sim_end(struct process *process, int status) {
  process->is_zombie = 1;
  process->is_dead = process->state != state_ended;
  process->status = status;
  for (int fd = 0; fd < descriptor_room; fd++) {
    struct file *file = process->files[fd].file;
    process->files[fd].file = NULL;
    if (file) sim_release(file);
  }
  sim_console_owner_died(process->pid);
  for (struct process *one = sim_all; one; one = one->next)
    if (one->parent == process->pid) one->parent = sim_world.pid;
  if (sim_hooks.ended) sim_hooks.ended(process->pid, process->parent, process->name, status);
  if (process->parent == sim_world.pid) process->is_reaped = 1;
  else sim_signal(sim_find(process->parent), SIGCHLD);
}

void sim_exit(int status) {
  struct process *self = sim_running;
  self->state = state_ended;
  if (!self->is_zombie) sim_end(self, status & 255);
  for (;;) sim_yield();
}

int sim_kill(int pid, int signal) {
  if (sim_enter(sim_call_other) < 0) return -1;
  struct process *one = sim_find(pid);
  if (!one || one->is_reaped) return sim_error(ESRCH);
  if (signal) sim_signal(one, signal);
  return 0;
}

int sim_waitpid(int pid, int *status, int flags) {
  if (sim_enter(sim_call_other) < 0) return -1;
  for (;;) {
    struct process *child = sim_find(pid);
    if (!child || child->parent != sim_running->pid || child->is_reaped) return sim_error(ECHILD);
    if (child->is_zombie) {
      *status = child->status > 255 ? child->status - 256 : child->status << 8;
      child->is_reaped = 1;
      return pid;
    }
    if (flags & WNOHANG) return 0;
    sim_running->awaited = pid;
    sim_running->state = state_waiting;
    sim_running->is_fresh = 0;
    sim_yield();
    if (sim_running->is_dead) return sim_error(ECHILD);
  }
}

static void free_ended(void) {
  for (struct process **link = &sim_all; *link;) {
    struct process *one = *link;
    if (!one->is_reaped || one->state != state_ended) {
      link = &one->next;
      continue;
    }
    *link = one->next;
    *(void **)((char *)one->stack + page) = free_stacks;
    free_stacks = one->stack;
    free(one);
  }
}

/// Lets killed processes run to their ends. All of their calls fail and do nothing.
static void unwind_dead(void) {
  for (int again = 1; again;) {
    again = 0;
    for (struct process *one = sim_all; one && !again; one = one->next)
      if (one->is_dead && one->state != state_ended && one->state != state_forking) run(one), again = 1;
  }
  free_ended();
}

int sim_enter(enum sim_call call) {
  struct process *self = sim_running;
  if (self == &sim_world) return 0;
  if (self->is_dead) {
    // No way out of a loop: its memory is lost.
    if (++self->dead_calls > 1000000) {
      abandoned_count++;
      sim_exit(0);
    }
    return sim_error(EBADF);
  }
  self->calls++;
  sim_time += 300 + (int64_t)(sim_random() & 2047);
  // The others run beside one that never waits.
  if (!self->is_fresh && (sim_chance(sim_faults.preemption) || sim_time - self->began > slice)) {
    self->state = state_ready;
    sim_yield();
    if (self->is_dead) return sim_error(EBADF);
  }
  if (sim_traced == self->pid) fprintf(stderr, "%ld.%09ld call %d\n", (long)(sim_time / 1000000000), (long)(sim_time % 1000000000), (int)call);
  if (!sim_chance(sim_faults.chance[call])) return 0;
  static const int codes[sim_call_count][4] = {
      [sim_call_open] = {EMFILE, ENFILE, EINTR, ENOMEM}, [sim_call_read] = {EINTR, EINTR, EINTR, EINTR},
      [sim_call_write] = {EINTR, EINTR, EINTR, EINTR},   [sim_call_socket] = {EMFILE, ENOMEM, ENFILE, ENOBUFS},
      [sim_call_accept] = {EMFILE, ENFILE, EINTR, ENOMEM}, [sim_call_send] = {EINTR, ENOBUFS, EAGAIN, EINTR},
      [sim_call_receive] = {EINTR, EINTR, EINTR, EINTR}, [sim_call_fork] = {EAGAIN, ENOMEM, EAGAIN, EINTR},
      [sim_call_path] = {EINTR, ENOMEM, ENOSPC, EIO},    [sim_call_watch] = {EMFILE, ENOSPC, ENOMEM, EINTR},
      [sim_call_other] = {EINTR, EINTR, EINTR, EINTR}};
  int code = codes[call][sim_random() & 3];
  if (sim_traced == self->pid) fprintf(stderr, "  fails: %s\n", strerror(code));
  return sim_error(code);
}

// Waiting.

static int count_ready(struct process *process) {
  int count = 0;
  for (size_t index = 0; index < process->entry_count; index++) {
    struct pollfd *entry = &process->entries[index];
    entry->revents = sim_ready(process, entry->fd, entry->events);
    count += entry->revents != 0;
  }
  return count;
}

int sim_ppoll(struct pollfd *entries, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
  struct process *self = sim_running;
  // A look without a wait is not interrupted.
  int is_look = timeout && timeout->tv_sec == 0 && timeout->tv_nsec == 0;
  if (sim_enter(is_look ? sim_call_never : sim_call_other) < 0) return -1;
  self->entries = entries;
  self->entry_count = count;
  int ready = count_ready(self);
  int64_t length = timeout ? (int64_t)timeout->tv_sec * 1000000000 + timeout->tv_nsec : never;
  // A wait that ends at once wakes as one that ends later.
  if (!is_look) self->wakeups++;
  if (ready || length == 0) return ready;
  if (sim_traced == self->pid) fprintf(stderr, "  waits %ld us for %d of %d\n", (long)(length / 1000), count ? entries[count - 1].fd : -1, (int)count);
  self->deadline = timeout ? sim_time + length : never;
  self->state = state_polling;
  self->is_fresh = 0;
  sim_yield();
  return self->is_dead ? 0 : count_ready(self);
}

void sim_block(int64_t nanoseconds) {
  struct process *self = sim_running;
  if (self == &sim_world || self->is_dead || nanoseconds <= 0) return;
  self->deadline = sim_time + nanoseconds;
  self->state = state_blocked;
  sim_yield();
}

int sim_stop(int pid, int64_t until) {
  struct process *one = sim_find(pid);
  // Only where it waits: there it may be late, as on a machine with other work.
  if (!one || one->state != state_polling || one->is_zombie) return 0;
  one->deadline = until;
  one->state = state_blocked;
  return 1;
}

int sim_clock(int clock, struct timespec *now) {
  int64_t time = sim_time;
  if (sim_running->is_dead) {
    sim_enter(sim_call_other);
    time += (int64_t)sim_running->dead_calls * 1000000000;
  }
  now->tv_sec = time / 1000000000;
  now->tv_nsec = time % 1000000000;
  return 0;
}

static int is_runnable(struct process *one) {
  switch (one->state) {
  case state_ready: return 1;
  case state_polling: return (one->deadline != never && one->deadline <= sim_time) || count_ready(one) > 0;
  case state_blocked: return one->deadline <= sim_time;
  case state_waiting: {
    struct process *child = sim_find(one->awaited);
    return !child || child->is_zombie;
  }
  default: return 0;
  }
}

static int64_t limit;
void sim_limit(int64_t time) {
  if (time < limit) limit = time;
}

void sim_run(int64_t until) {
  limit = until;
  struct process *able[64];
  for (;;) {
    unwind_dead();
    if (sim_time >= limit) return;
    int count = 0;
    int64_t next = limit;
    for (struct process *one = sim_all; one; one = one->next) {
      if (one->is_zombie || count == 64) continue;
      if (is_runnable(one)) able[count++] = one;
      else if ((one->state == state_polling || one->state == state_blocked) && one->deadline != never &&
               one->deadline < next)
        next = one->deadline;
    }
    if (count == 0) {
      sim_time = next;
      continue;
    }
    struct process *one = able[sim_random() % (uint64_t)count];
    int was_blocked = one->state == state_blocked;
    if (was_blocked && one->kill_pending) {
      one->state = state_ready;
      sim_end(one, 256 + SIGKILL);
      continue;
    }
    run(one);
  }
}

void sim_begin(uint64_t seed, int64_t now) {
  // The world's end: all processes are killed.
  for (struct process *one = sim_all; one; one = one->next)
    if (!one->is_zombie) one->kill_pending = 0, one->state = one->state == state_blocked ? state_ready : one->state, sim_end(one, 256 + SIGKILL);
  for (struct process *one = sim_all; one; one = one->next) one->is_reaped = 1;
  unwind_dead();
  sim_forget_files();
  memset(&sim_faults, 0, sizeof sim_faults);
  sim_faults.queue_limit = 100000;
  random_state = seed;
  sim_time = now;
  last_pid = 1;
  sim_console_reset();
  sim_make_devices();
}
