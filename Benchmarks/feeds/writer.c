// writer DESCRIPTOR|PATH SECONDS SIZE RATE [LINE-LENGTH]: writes SIZE bytes RATE times a second (0: as often as it can), and says what that
// took, in one line of JSON: how many writes, how many of them found no room, and their delays in microseconds.
//
// The bytes are records of LINE-LENGTH bytes (64 without it): "progress 0.0…", a number that grows. Nothing is allocated or computed between a
// write and the clock.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}
static int larger(const void *one, const void *other) {
  uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
  return (a > b) - (a < b);
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  int out = open(argv[1], O_WRONLY | O_NONBLOCK);
  if (out < 0) return perror(argv[1]), 1;
  double seconds = atof(argv[2]);
  size_t size = strtoul(argv[3], NULL, 10), line = argc > 5 ? strtoul(argv[5], NULL, 10) : 64;
  double rate = atof(argv[4]);
  size_t room = 1 << 22, count = 0;
  uint32_t *delays = malloc(room * sizeof *delays);
  char *bytes = malloc(size + 1);
  if (!delays || !bytes) return 1;
  // As long as a line, so that each is one; the last of a write ends it.
  for (size_t at = 0; at < size; at += line) {
    size_t length = at + 2 * line <= size ? line : size - at;
    memset(bytes + at, '0', length);
    memcpy(bytes + at, "progress 0.", length < 12 ? length - 1 : 11);
    bytes[at + length - 1] = '\n';
    if (length > line) break;
  }
  int64_t start = now(), end = start + (int64_t)(seconds * 1e9), total = 0, waits = 0;
  for (uint64_t turn = 0;; turn++) {
    if (rate > 0) {
      int64_t due = start + (int64_t)(turn * 1e9 / rate), left = due - now();
      if (left > 50000) nanosleep(&(struct timespec){0, left - 50000}, NULL);
      while (now() < due) {}
    }
    // The last digits of the first record: what is said changes each time.
    if (line >= 24 && size >= line) {
      uint64_t number = turn;
      for (int digit = 0; digit < 9; digit++, number /= 10) bytes[20 - digit] = (char)('0' + number % 10);
    }
    int64_t before = now();
    if (before >= end) break;
    for (size_t done = 0; done < size;) {
      ssize_t wrote = write(out, bytes + done, size - done);
      if (wrote > 0) done += (size_t)wrote;
      else if (wrote < 0 && errno == EAGAIN) waits++, poll(&(struct pollfd){out, POLLOUT, 0}, 1, -1);
      else if (errno != EINTR) return perror("write"), 1;
    }
    int64_t took = now() - before;
    total += (int64_t)size;
    // When there are more than can be kept, each counts alike: a place is chosen by its number.
    if (count < room) delays[count] = (uint32_t)(took > UINT32_MAX ? UINT32_MAX : took);
    else delays[(turn * 2654435761u) % room] = (uint32_t)took;
    if (count < room) count++;
  }
  double took = (double)(now() - start) / 1e9;
  qsort(delays, count, sizeof *delays, larger);
  printf("{\"bytes\": %lld, \"seconds\": %.3f, \"writes\": %zu, \"waits\": %lld, \"p50\": %.1f, \"p99\": %.1f, \"p999\": %.1f, \"max\": %.1f}\n",
         (long long)total, took, count, (long long)waits, delays[count / 2] / 1e3, delays[count * 99 / 100] / 1e3,
         delays[count * 999 / 1000] / 1e3, delays[count - 1] / 1e3);
  return 0;
}
