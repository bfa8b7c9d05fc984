// TCP sockets that only this machine reaches. Part of shim.h.
#include <netinet/in.h>

/// Listens on a port of 127.0.0.1, or of ::1. Returns the descriptor or -errno.
static inline long linux_loopback_socket(uint16_t port, int is_version_6) {
  union {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
  } address;
  memset(&address, 0, sizeof address);
  socklen_t size = is_version_6 ? sizeof address.six : sizeof address.four;
  int family = is_version_6 ? AF_INET6 : AF_INET, yes = 1;
  address.any.sa_family = (sa_family_t)family;
  if (is_version_6) address.six.sin6_addr.s6_addr[15] = 1, address.six.sin6_port = htons(port);
  else address.four.sin_addr.s_addr = htonl(INADDR_LOOPBACK), address.four.sin_port = htons(port);
  long fd = LINUX_RESULT(socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (fd < 0) return fd;
  // Connections of an earlier process do not keep the port busy.
  setsockopt((int)fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  long result = LINUX_RESULT(bind((int)fd, &address.any, size));
  if (result >= 0) result = LINUX_RESULT(listen((int)fd, 16));
  if (result < 0) close((int)fd);
  return result < 0 ? result : fd;
}
/// Ends the output of a connection. Its input stays open.
static inline void linux_end_output(int fd) { shutdown(fd, SHUT_WR); }
