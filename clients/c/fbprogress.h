/* fbprogress.h: shows a program's progress on the screen of fbprogress. For Linux, C99 and C++11.
 *
 *   fbprogress run;
 *   fbprogress_begin(&run, NULL, "Installing");
 *   for (i = 0; i < count; i++) {
 *     install(i);
 *     fbprogress_update(&run, i + 1, count);
 *   }
 *   fbprogress_done(&run, NULL);
 *
 * The screen never delays or ends the program: nothing blocks, SIGPIPE is not raised, no memory is
 * allocated, no descriptor stays open, and errno is kept. Functions return 0, or the errno of a
 * record that was dropped: ENOENT or ENXIO without a screen, EAGAIN if the screen does not read.
 * Only records that begin or end a run are tried again, for 0.2 s.
 *
 * Amounts are written ten times a second at most. One that is held back is written with the next
 * record at the latest. A struct belongs to one thread. A signal handler may use a struct of its
 * own: on Linux all calls here are system calls that are safe there. They need 5 KiB of stack. Names
 * that end in _ are private.
 */
#ifndef FBPROGRESS_H
#define FBPROGRESS_H

/* With -std=c99 the system's headers declare POSIX on request. */
#if defined(__STRICT_ANSI__) && !defined(_POSIX_C_SOURCE) && !defined(_DEFAULT_SOURCE) && \
    !defined(_GNU_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef O_CLOEXEC
#error "include fbprogress.h first, or define _POSIX_C_SOURCE as 200809L"
#endif

#define FBPROGRESS_FEED "/run/fbprogress/feed"

typedef struct fbprogress {
  const char *feed;
  /* An amount that is held back: 'p' for progress, 'b' for bytes, 0 for none. */
  char held;
  uint64_t completed, total;
  /* Time from which the next amount may be written, milliseconds. */
  int64_t due;
} fbprogress;

/* A record. PIPE_BUF of Linux is 4096: writes up to it are atomic. */
typedef struct {
  char bytes[4096];
  size_t count;
} fbprogress_record_;

/* Appends a text. Control characters become blanks. The text is cut at the limit, at the start of a
 * UTF-8 character; one byte is left for the record's end. */
static inline void fbprogress_text_(fbprogress_record_ *record, const char *text) {
  const size_t limit = sizeof record->bytes - 1;
  const char *const start = text;
  for (; *text != '\0' && record->count < limit; text++) {
    const unsigned char byte = (unsigned char)*text;
    record->bytes[record->count++] = byte < 0x20 || byte == 0x7f ? ' ' : *text;
  }
  if (record->count == limit) {
    /* The bytes after the first one of a character are 10xxxxxx. */
    for (; ((unsigned char)*text & 0xc0) == 0x80 && text > start; text--) {
      record->count--;
    }
  }
}

/* Appends a number with at least so many digits. */
static inline void fbprogress_number_(fbprogress_record_ *record, uint64_t number, int width) {
  char digits[21];
  size_t place = sizeof digits - 1;
  digits[place] = '\0';
  for (; number > 0 || width > 0; number /= 10, width--) {
    digits[--place] = (char)('0' + number % 10);
  }
  fbprogress_text_(record, digits + place);
}

static inline int64_t fbprogress_now_(void) {
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Writes to the FIFO without waiting. The reader may close it before the write, which raises
 * SIGPIPE: the signal is blocked here, and one of this write is removed. On Linux sigprocmask is
 * about the calling thread alone. */
static inline int fbprogress_write_(const char *feed, const fbprogress_record_ *record) {
  struct timespec none = {0, 0};
  struct stat status;
  sigset_t pipe, before, pending;
  int error = 0, file;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigprocmask(SIG_BLOCK, &pipe, &before);
  sigpending(&pending);
  file = open(feed, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (file < 0) {
    error = errno;
  } else {
    if (fstat(file, &status) != 0 || !S_ISFIFO(status.st_mode)) {
      error = ENOTSUP;
    } else if (write(file, record->bytes, record->count) < 0) {
      error = errno;
    }
    close(file);
  }
  if (error == EPIPE && !sigismember(&pending, SIGPIPE)) {
    sigtimedwait(&pipe, NULL, &none);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  return error;
}

/* Ends and writes a record. For so many milliseconds it is tried again. */
static inline int fbprogress_deliver_(
    const fbprogress *run, fbprogress_record_ *record, int patience) {
  const struct timespec pause = {0, 10000000};
  const int saved = errno;
  const int64_t end = patience > 0 ? fbprogress_now_() + patience : 0;
  int error;
  record->bytes[record->count++] = '\n';
  error = fbprogress_write_(run->feed, record);
  while ((error == EAGAIN || error == ENXIO || error == EPIPE) && patience > 0 &&
         fbprogress_now_() < end) {
    nanosleep(&pause, NULL);
    error = fbprogress_write_(run->feed, record);
  }
  errno = saved;
  return error;
}

/* Begins a record with the mark of the native protocol, which every feed of lines understands. */
static inline void fbprogress_start_(fbprogress_record_ *record, const char *word) {
  record->bytes[0] = '\2';
  record->count = 1;
  fbprogress_text_(record, word);
}

/* Writes the amount that is held back. */
static inline int fbprogress_flush_(fbprogress *run) {
  fbprogress_record_ record;
  uint64_t completed = run->completed, total = run->total;
  int error;
  if (run->held == '\0') {
    return 0;
  }
  if (total > 0 && completed > total) {
    completed = total;
  }
  if (run->held == 'b' || total == 0) {
    fbprogress_start_(&record, "bytes ");
    fbprogress_number_(&record, run->held == 'b' ? completed : 0, 1);
    if (total > 0) {
      fbprogress_text_(&record, " ");
      fbprogress_number_(&record, total, 1);
    }
  } else {
    for (; total > UINT64_MAX / 1000000; total /= 2) {
      completed /= 2;
    }
    completed = completed * 1000000 / total;
    fbprogress_start_(&record, "progress ");
    fbprogress_number_(&record, completed / 1000000, 1);
    fbprogress_text_(&record, ".");
    fbprogress_number_(&record, completed % 1000000, 6);
  }
  error = fbprogress_deliver_(run, &record, 0);
  if (error == 0) {
    run->held = '\0';
  }
  return error;
}

static inline int fbprogress_report_(
    fbprogress *run, char kind, uint64_t completed, uint64_t total) {
  const int64_t now = fbprogress_now_();
  run->held = kind;
  run->completed = completed;
  run->total = total;
  if (now < run->due && (total == 0 || completed < total)) {
    return 0;
  }
  run->due = now + 100;
  return fbprogress_flush_(run);
}

/* Writes a native record of a word and a text, such as "log" or "detail"; docs/feeds/native.md
 * lists them. The text may be NULL. */
static inline int fbprogress_send(fbprogress *run, const char *word, const char *text) {
  static const char *const patient[] = {"reset", "done", "fail", "cancel", "end"};
  fbprogress_record_ record;
  int patience = 0;
  size_t index;
  for (index = 0; index < sizeof patient / sizeof patient[0]; index++) {
    if (strcmp(word, patient[index]) == 0) {
      patience = 200;
    }
  }
  fbprogress_flush_(run);
  run->held = '\0';
  fbprogress_start_(&record, word);
  if (text != NULL && *text != '\0') {
    fbprogress_text_(&record, " ");
    fbprogress_text_(&record, text);
  }
  return fbprogress_deliver_(run, &record, patience);
}

/* Begins a run. The feed is the path of the screen's FIFO, which must outlive the struct; NULL is
 * FBPROGRESS_FEED. The title may be NULL. */
static inline int fbprogress_begin(fbprogress *run, const char *feed, const char *title) {
  int error;
  memset(run, 0, sizeof *run);
  run->feed = feed != NULL ? feed : FBPROGRESS_FEED;
  error = fbprogress_send(run, "reset", NULL);
  return title == NULL ? error : fbprogress_send(run, "title", title);
}

/* Reports how many things are completed, of how many. If the total is 0, the screen shows motion
 * without an amount. */
static inline int fbprogress_update(fbprogress *run, uint64_t completed, uint64_t total) {
  return fbprogress_report_(run, 'p', completed, total);
}

/* Reports how many bytes are completed, of how many; the screen adds speed and time left. If the
 * total is 0, the screen shows the bytes alone. */
static inline int fbprogress_update_bytes(fbprogress *run, uint64_t completed, uint64_t total) {
  return fbprogress_report_(run, 'b', completed, total);
}

/* Begins a step of several, counted from 1. Later amounts belong to it. The name may be NULL. */
static inline int fbprogress_step(
    fbprogress *run, unsigned step, unsigned steps, const char *name) {
  fbprogress_record_ record;
  fbprogress_flush_(run);
  run->held = '\0';
  fbprogress_start_(&record, "step ");
  fbprogress_number_(&record, step, 1);
  fbprogress_text_(&record, "/");
  fbprogress_number_(&record, steps, 1);
  if (name != NULL) {
    fbprogress_text_(&record, " ");
    fbprogress_text_(&record, name);
  }
  return fbprogress_deliver_(run, &record, 0);
}

/* Shows the current activity. */
static inline int fbprogress_message(fbprogress *run, const char *text) {
  return fbprogress_send(run, "message", text);
}

/* Ends the run: success. The text may be NULL. */
static inline int fbprogress_done(fbprogress *run, const char *text) {
  return fbprogress_send(run, "done", text);
}

/* Ends the run: failure. The reason may be NULL. */
static inline int fbprogress_fail(fbprogress *run, const char *reason) {
  return fbprogress_send(run, "fail", reason);
}

/* Ends the run: cancelled. */
static inline int fbprogress_cancel(fbprogress *run) {
  return fbprogress_send(run, "cancel", NULL);
}

/* Ends the run without an outcome: interrupted. */
static inline int fbprogress_end(fbprogress *run) {
  return fbprogress_send(run, "end", NULL);
}

#endif
