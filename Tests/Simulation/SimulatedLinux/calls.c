// Calls on descriptors.
#include "internal.h"
#include <stdarg.h>
#include <sys/syscall.h>

int sim_nothing(void) { return sim_running->is_dead ? sim_error(EBADF) : 0; }
int sim_refused(void) { return sim_error(EPERM); }
uid_t sim_user(void) { return 0; }

static char environment_name[64], environment_value[128];
void sim_set_environment(const char *name, const char *value) {
  strncpy(environment_name, name, sizeof environment_name - 1);
  strncpy(environment_value, value, sizeof environment_value - 1);
}
const char *sim_getenv(const char *name) {
  return *environment_value && strcmp(name, environment_name) == 0 ? environment_value : NULL;
}

int sim_close(int fd) {
  struct file *file = sim_get(fd);
  if (sim_running->is_dead || !file) return sim_error(EBADF);
  sim_running->files[fd].file = NULL;
  sim_release(file);
  return 0;
}

int sim_dup2(int from, int to) {
  struct file *file = sim_get(from);
  if (!file || to < 0 || to >= descriptor_room) return sim_error(EBADF);
  if (from == to) return to;
  struct file *old = sim_get(to);
  file->uses++;
  sim_running->files[to] = (struct descriptor){file, 0};
  if (old) sim_release(old);
  return to;
}

int sim_fcntl(int fd, int command, ...) {
  va_list list;
  va_start(list, command);
  int value = va_arg(list, int);
  va_end(list);
  struct file *file = sim_get(fd);
  if (!file) return sim_error(EBADF);
  switch (command) {
  case F_GETFD: return sim_running->files[fd].closes_on_exec ? FD_CLOEXEC : 0;
  case F_SETFD: sim_running->files[fd].closes_on_exec = value != 0; return 0;
  case F_SETFL: file->flags = (file->flags & O_ACCMODE) | value; return 0;
  case 1031: if (file->inode) file->inode->limit = (size_t)value; return value;
  default: return sim_error(EINVAL);
  }
}

long sim_syscall(long number, ...) {
  if (number != 436 || sim_running->is_dead) return sim_running->is_dead ? sim_error(EBADF) : 0;
  va_list list;
  va_start(list, number);
  int first = va_arg(list, int), last = va_arg(list, int);
  va_end(list);
  for (int fd = first; fd <= last && fd < descriptor_room; fd++) sim_close(fd);
  return 0;
}

int sim_fchmod(int fd, mode_t mode) {
  if (sim_enter(sim_call_other) < 0) return -1;
  struct file *file = sim_get(fd);
  if (!file) return sim_error(EBADF);
  if (file->inode) file->inode->mode = mode & 07777;
  return 0;
}

/// Waits for a frozen disk.
static int wait_for_disk(struct file *file) {
  if (file->path && strncmp(file->path, "/disk", 5) == 0 && sim_faults.frozen_until > sim_time)
    sim_block(sim_faults.frozen_until - sim_time);
  return sim_running->is_dead ? sim_error(EBADF) : 0;
}

int sim_sync(int fd) {
  if (sim_enter(sim_call_other) < 0) return -1;
  struct file *file = sim_get(fd);
  return file ? wait_for_disk(file) : sim_error(EBADF);
}

off_t sim_seek(int fd, off_t offset, int whence) {
  struct file *file = sim_get(fd);
  if (!file) return sim_error(EBADF);
  file->position = 0;
  return 0;
}

int sim_prctl(int option, ...) {
  va_list list;
  va_start(list, option);
  const char *name = va_arg(list, const char *);
  va_end(list);
  if (sim_running->is_dead) return sim_error(EBADF);
  if (option == 15 /* PR_SET_NAME */) strncpy(sim_running->name, name, sizeof sim_running->name - 1);
  return 0;
}
int sim_isatty(int fd) { return 0; }

int sim_pipe(int *both) {
  if (sim_enter(sim_call_socket) < 0) return -1;
  struct inode *inode = sim_new_inode(kind_pipe);
  for (int end = 0; end < 2; end++) {
    struct file *file = sim_new_file(kind_pipe, end == 0 ? O_RDONLY : O_WRONLY);
    file->inode = inode;
    inode->uses++;
    if (end == 0) inode->readers++;
    else inode->writers++;
    both[end] = sim_install(file, 0);
    if (both[end] < 0) {
      if (end == 1) sim_close(both[0]);
      return -1;
    }
  }
  return 0;
}

static size_t shorten(size_t count) {
  if (count < 2 || sim_running == &sim_world || !sim_chance(sim_faults.short_count)) return count;
  return 1 + sim_random() % (count - 1);
}

static void grow(struct inode *inode, size_t count) {
  if (inode->count + count <= inode->room) return;
  inode->room = (inode->count + count) * 2;
  inode->bytes = realloc(inode->bytes, inode->room);
}

static long next_signal(struct file *file, void *bytes) {
  struct signalfd_siginfo *info = bytes;
  memset(info, 0, sizeof *info);
  if (sim_running->is_dead) {
    // The way out of a killed process's loop.
    info->ssi_signo = SIGTERM;
    return sizeof *info;
  }
  uint64_t due = sim_running->pending & (file ? file->mask : 0);
  if (!due) return sim_error(EAGAIN);
  int number = __builtin_ctzll(due) + 1;
  sim_running->pending &= ~((uint64_t)1 << (number - 1));
  info->ssi_signo = (uint32_t)number;
  return sizeof *info;
}

long sim_read(int fd, void *bytes, size_t count) {
  // A dead process's read of signals has their size.
  if (sim_running->is_dead && count == sizeof(struct signalfd_siginfo) && sim_enter(sim_call_read) < 0)
    return next_signal(NULL, bytes);
  if (sim_enter(sim_call_read) < 0) return -1;
  struct file *file = sim_get(fd);
  if (!file) return sim_error(EBADF);
  switch (file->kind) {
  case kind_null: return 0;
  case kind_signals: return next_signal(file, bytes);
  case kind_pipe: {
    struct inode *inode = file->inode;
    if (inode->count == 0) return inode->writers == 0 ? 0 : sim_error(EAGAIN);
    size_t size = shorten(count < inode->count ? count : inode->count);
    memcpy(bytes, inode->bytes, size);
    inode->count -= size;
    memmove(inode->bytes, inode->bytes + size, inode->count);
    return (long)size;
  }
  case kind_regular: {
    struct inode *inode = file->inode;
    if (file->position >= inode->count) return 0;
    size_t size = inode->count - file->position;
    size = shorten(size < count ? size : count);
    memcpy(bytes, inode->bytes + file->position, size);
    file->position += size;
    return (long)size;
  }
  case kind_watch:
    if (!file->is_pending) return sim_error(EAGAIN);
    file->is_pending = 0;
    memset(bytes, 0, 16);
    return 16;
  case kind_messages: case kind_stream: case kind_datagrams: case kind_uevents: {
    struct file *passed = NULL;
    int is_cut = 0;
    if (file->kind == kind_stream) count = shorten(count);
    long result = sim_take(file, bytes, count, &passed, &is_cut);
    if (passed) sim_release(passed);
    return result;
  }
  default: return sim_error(EINVAL);
  }
}

long sim_write(int fd, const void *bytes, size_t count) {
  if (sim_enter(sim_call_write) < 0) return -1;
  struct file *file = sim_get(fd);
  if (!file) return sim_error(EBADF);
  switch (file->kind) {
  case kind_null: return (long)count;
  case kind_log:
    if (sim_hooks.log) sim_hooks.log(sim_running->pid, bytes, count);
    return (long)count;
  case kind_pipe: {
    struct inode *inode = file->inode;
    if (inode->readers == 0) return sim_error(EPIPE);
    while (inode->count + count > inode->limit) {
      // Pieces of up to a page are whole or not at all.
      size_t room = inode->limit - inode->count;
      if (count > 4096 && room > 0) {
        count = room;
        break;
      }
      if (file->flags & O_NONBLOCK) return sim_error(EAGAIN);
      sim_block(1000000);
      if (sim_running->is_dead) return sim_error(EBADF);
      if (inode->readers == 0) return sim_error(EPIPE);
    }
    if (count > 4096) count = shorten(count);
    grow(inode, count);
    memcpy(inode->bytes + inode->count, bytes, count);
    inode->count += count;
    return (long)count;
  }
  case kind_regular: {
    struct inode *inode = file->inode;
    if (wait_for_disk(file) < 0) return -1;
    if (sim_faults.is_full) return sim_error(ENOSPC);
    if (file->flags & O_APPEND) file->position = inode->count;
    if (inode->count > 1 << 22) return sim_error(ENOSPC);
    count = shorten(count);
    if (file->position > inode->count) file->position = inode->count;
    size_t over = inode->count - file->position;
    grow(inode, count > over ? count - over : 0);
    memcpy(inode->bytes + file->position, bytes, count);
    file->position += count;
    if (file->position > inode->count) inode->count = file->position;
    sim_notify("", inode);
    return (long)count;
  }
  case kind_messages: case kind_stream: case kind_datagrams: {
    struct iovec piece = {(void *)bytes, count};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    return sim_sendmsg(fd, &message, 0);
  }
  default: return sim_error(EINVAL);
  }
}

// Whether a call on a descriptor would not wait.
short sim_ready(struct process *process, int fd, short events) {
  if (fd < 0) return 0;
  struct file *file = fd < descriptor_room ? process->files[fd].file : NULL;
  if (!file) return POLLNVAL;
  short ready = 0;
  struct inode *inode = file->inode;
  switch (file->kind) {
  case kind_pipe:
    if (inode->count > 0) ready |= POLLIN;
    else if (inode->writers == 0) return POLLHUP;
    if (inode->limit >= inode->count + 4096) ready |= POLLOUT;
    if (inode->readers == 0) ready |= POLLERR;
    break;
  case kind_messages: case kind_stream: case kind_datagrams: case kind_uevents:
    if (file->first) ready |= POLLIN;
    if (file->has_hung_up) return (short)((ready | POLLIN | POLLHUP) & (events | POLLHUP));
    // As Linux has it: the queue takes more than would make it writable.
    if (!file->peer || file->peer->queued <= sim_faults.queue_limit / 4) ready |= POLLOUT;
    break;
  case kind_listener: ready = file->first ? POLLIN : 0; break;
  case kind_signals: ready = process->pending & file->mask ? POLLIN : 0; break;
  case kind_watch: ready = file->is_pending ? POLLIN : 0; break;
  case kind_card:
    if (sim_hooks.is_card_ready && sim_hooks.is_card_ready(inode->device, file->id)) ready = POLLIN;
    break;
  case kind_console: ready = POLLOUT; break;
  default: ready = POLLIN | POLLOUT; break;
  }
  return (short)(ready & (events | POLLERR | POLLHUP));
}

// Signals.

static uint64_t bits(const sigset_t *set) {
  uint64_t mask = 0;
  for (int number = 1; number <= 64; number++)
    if (sigismember(set, number) == 1) mask |= (uint64_t)1 << (number - 1);
  return mask;
}
int sim_sigaction(int number, struct sigaction *old) {
  memset(old, 0, sizeof *old);
  return 0;
}
int sim_sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  if (sim_running->is_dead) return sim_error(EBADF);
  uint64_t mask = bits(set) & ~((uint64_t)1 << (SIGKILL - 1));
  if (how == SIG_BLOCK) sim_running->blocked |= mask;
  else if (how == SIG_SETMASK) sim_running->blocked = mask;
  return 0;
}
int sim_signalfd(int fd, const sigset_t *set, int flags) {
  if (sim_enter(sim_call_socket) < 0) return -1;
  struct file *file = sim_new_file(kind_signals, O_RDONLY | O_NONBLOCK);
  file->mask = bits(set);
  return sim_install(file, 1);
}

// File watches.

int sim_watcher(int flags) {
  if (sim_enter(sim_call_watch) < 0) return -1;
  return sim_install(sim_new_file(kind_watch, O_RDONLY | O_NONBLOCK), 1);
}
int sim_watch(int fd, const char *path, uint32_t events) {
  if (sim_enter(sim_call_watch) < 0) return -1;
  struct file *file = sim_get(fd);
  struct inode *inode = sim_lookup(path);
  if (!file || !inode) return sim_error(file ? ENOENT : EBADF);
  if (inode->kind == kind_folder) {
    free(file->path);
    file->path = strdup(path);
  } else {
    if (file->inode) file->inode->uses--;
    file->watched = file->inode = inode;
    inode->uses++;
  }
  return 1;
}
