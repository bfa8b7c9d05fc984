// Unix sockets, and the socket of device events.
#include "internal.h"

enum { backlog = 16 };

void sim_push(struct file *to, const void *bytes, size_t count, struct file *passed) {
  struct message *one = malloc(sizeof *one + count);
  one->next = NULL;
  one->passed = passed;
  one->count = count;
  memcpy(one->bytes, bytes, count);
  if (to->last) to->last->next = one;
  else to->first = one;
  to->last = one;
  to->queued += count + 512;
  to->queued_count++;
}

static void pop(struct file *from) {
  struct message *one = from->first;
  from->first = one->next;
  if (!from->first) from->last = NULL;
  from->queued -= one->count + 512;
  from->queued_count--;
  free(one);
}

long sim_take(struct file *from, void *bytes, size_t count, struct file **passed, int *is_cut) {
  *passed = NULL;
  *is_cut = 0;
  if (from->was_reset) {
    from->was_reset = 0;
    return sim_error(ECONNRESET);
  }
  struct message *one = from->first;
  if (!one) return from->has_hung_up ? 0 : sim_error(EAGAIN);
  size_t size = one->count < count ? one->count : count;
  memcpy(bytes, one->bytes, size);
  if (from->kind == kind_stream && size < one->count) {
    memmove(one->bytes, one->bytes + size, one->count - size);
    one->count -= size;
    from->queued -= size;
    return (long)size;
  }
  *passed = one->passed;
  *is_cut = size < one->count;
  pop(from);
  return (long)size;
}

int sim_socketpair(int family, int type, int protocol, int *both) {
  if (sim_enter(sim_call_socket) < 0) return -1;
  struct file *first = sim_new_file(kind_messages, O_RDWR | O_NONBLOCK);
  struct file *second = sim_new_file(kind_messages, O_RDWR | O_NONBLOCK);
  first->peer = second;
  second->peer = first;
  both[0] = sim_install(first, 1);
  if (both[0] < 0) {
    sim_release(second);
    return -1;
  }
  both[1] = sim_install(second, 1);
  if (both[1] < 0) {
    sim_close(both[0]);
    return sim_error(EMFILE);
  }
  return 0;
}

int sim_socket(int family, int type, int protocol) {
  if (sim_enter(sim_call_socket) < 0) return -1;
  enum kind kind = family == AF_NETLINK ? kind_uevents : (type & 0xf) == SOCK_DGRAM ? kind_datagrams : kind_stream;
  if (family != AF_UNIX && family != AF_NETLINK) return sim_error(EAFNOSUPPORT);
  return sim_install(sim_new_file(kind, O_RDWR | O_NONBLOCK), 1);
}

static const char *name_of(const struct sockaddr *address, char *out) {
  const struct sockaddr_un *local = (const struct sockaddr_un *)address;
  memcpy(out, local->sun_path, sizeof local->sun_path);
  out[sizeof local->sun_path] = 0;
  if (!*out) *out = '@';
  return out;
}

int sim_bind(int fd, const struct sockaddr *address, socklen_t size) {
  if (sim_enter(sim_call_other) < 0) return -1;
  struct file *file = sim_get(fd);
  if (!file) return sim_error(EBADF);
  if (file->kind == kind_uevents) return 0;
  char path[sizeof(struct sockaddr_un) + 1];
  if (sim_lookup(name_of(address, path))) return sim_error(EADDRINUSE);
  if (sim_faults.is_full) return sim_error(ENOSPC);
  struct inode *inode = sim_new_inode(kind_messages);
  if (sim_link(path, inode) < 0) {
    free(inode);
    return -1;
  }
  file->inode = inode;
  inode->uses++;
  if (file->kind == kind_datagrams) inode->server = file;
  return 0;
}

int sim_listen(int fd, int count) {
  struct file *file = sim_get(fd);
  if (!file || !file->inode) return sim_error(EINVAL);
  file->kind = kind_listener;
  file->inode->server = file;
  return 0;
}

int sim_connect(int fd, const struct sockaddr *address, socklen_t size) {
  if (sim_enter(sim_call_other) < 0) return -1;
  struct file *file = sim_get(fd);
  if (!file) return sim_error(EBADF);
  char path[sizeof(struct sockaddr_un) + 1];
  struct inode *inode = sim_lookup(name_of(address, path));
  if (!inode) return sim_error(ENOENT);
  struct file *server = inode->server;
  if (!server) return sim_error(ECONNREFUSED);
  if (file->kind == kind_datagrams) {
    // A datagram goes to what is at the path's socket when it is sent.
    file->inode = inode;
    inode->uses++;
    return 0;
  }
  if (server->kind != kind_listener) return sim_error(EPROTOTYPE);
  if (server->queued_count >= backlog) return sim_error(EAGAIN);
  struct file *other = sim_new_file(kind_stream, O_RDWR);
  other->peer = file;
  file->peer = other;
  other->is_connection = file->is_connection = 1;
  sim_push(server, "", 0, other);
  return 0;
}

int sim_accept(int fd, void *address, void *size) {
  if (sim_enter(sim_call_accept) < 0) return -1;
  struct file *file = sim_get(fd), *passed;
  if (!file || file->kind != kind_listener) return sim_error(file ? EINVAL : EBADF);
  if (!file->first) return sim_error(EAGAIN);
  int free_number = 0;
  while (free_number < sim_running->limit && sim_running->files[free_number].file) free_number++;
  if (free_number >= sim_running->limit) return sim_error(EMFILE);
  passed = file->first->passed;
  pop(file);
  return sim_install(passed, 0);
}

int sim_getsockopt(int fd, int level, int option, void *value, socklen_t *size) {
  struct file *file = sim_get(fd);
  if (!file) return sim_error(EBADF);
  memset(value, 0, *size);
  if (level == SOL_SOCKET && option == SO_PEERCRED) ((uint32_t *)value)[1] = file->peer_user;
  return 0;
}

long sim_sendmsg(int fd, const struct msghdr *message, int flags) {
  if (sim_enter(sim_call_send) < 0) return -1;
  struct file *file = sim_get(fd);
  if (!file) return sim_error(EBADF);
  struct file *to = file->peer;
  if (file->kind == kind_datagrams) {
    to = file->inode ? file->inode->server : NULL;
    if (!to) return sim_error(ECONNREFUSED);
  }
  if (!to) return sim_error(EPIPE);
  size_t count = message->msg_iov[0].iov_len;
  if (to->queued >= sim_faults.queue_limit) return sim_error(EAGAIN);
  struct file *passed = NULL;
  struct cmsghdr *header = CMSG_FIRSTHDR(message);
  if (header) {
    int number;
    memcpy(&number, CMSG_DATA(header), sizeof number);
    passed = sim_get(number);
    if (!passed) return sim_error(EBADF);
    passed->uses++;
  }
  sim_push(to, message->msg_iov[0].iov_base, count, passed);
  if (sim_hooks.sent && file->kind == kind_messages)
    sim_hooks.sent(sim_running->pid, message->msg_iov[0].iov_base, count);
  return (long)count;
}

long sim_recvmsg(int fd, struct msghdr *message, int flags) {
  if (sim_enter(sim_call_receive) < 0) return -1;
  struct file *file = sim_get(fd), *passed = NULL;
  if (!file) return sim_error(EBADF);
  int is_cut = 0;
  long result = sim_take(file, message->msg_iov[0].iov_base, message->msg_iov[0].iov_len, &passed, &is_cut);
  message->msg_flags = is_cut ? MSG_TRUNC : 0;
  if (sim_hooks.message && result > 0)
    sim_hooks.message(sim_running->pid, file->id, message->msg_iov[0].iov_base, (size_t)result);
  if (passed) {
    int number = sim_install(passed, 1);
    // Without a free descriptor the kernel drops it.
    if (number < 0) message->msg_flags |= MSG_CTRUNC;
    else {
      struct cmsghdr *header = (struct cmsghdr *)message->msg_control;
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN(sizeof number);
      memcpy(CMSG_DATA(header), &number, sizeof number);
      return result;
    }
  }
  message->msg_controllen = 0;
  return result;
}

void sim_uevent(const char *text, size_t count) {
  for (struct file *one = sim_files; one; one = one->next)
    if (one->kind == kind_uevents && one->queued < sim_faults.queue_limit) sim_push(one, text, count, NULL);
}

// What the world does.

static struct sockaddr_un address_of(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  return address;
}
int sim_world_open(const char *path, int flags) { return sim_open(path, flags); }
int sim_world_connect(const char *path, uint32_t user) {
  struct sockaddr_un address = address_of(path);
  int fd = sim_socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd >= 0 && sim_connect(fd, (struct sockaddr *)&address, sizeof address) < 0) {
    sim_close(fd);
    return -1;
  }
  if (fd >= 0) sim_get(fd)->peer->peer_user = user;
  return fd;
}
int sim_world_datagrams(const char *path) {
  struct sockaddr_un address = address_of(path);
  int fd = sim_socket(AF_UNIX, SOCK_DGRAM, 0);
  if (fd >= 0 && sim_bind(fd, (struct sockaddr *)&address, sizeof address) < 0) {
    sim_close(fd);
    return -1;
  }
  return fd;
}
