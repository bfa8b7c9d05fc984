/* driver FEED: calls the C client as the lines of standard input say. After each line it prints
 * `written` or `dropped`. The commands are those of driver.py and driver.sh. */
#include <fcntl.h>
#include <unistd.h>

/* The reader that the next write loses. */
static int reader = -1;
static ssize_t broken_write(int file, const void *bytes, size_t count) {
  if (reader >= 0) close(reader);
  reader = -1;
  return write(file, bytes, count);
}
#define write broken_write
#include "fbprogress.h"
#undef write

#include <stdio.h>
#include <stdlib.h>

static fbprogress run;

/* Writes messages without a limit. */
static int storm(unsigned long count) {
  char text[64];
  int error = 0;
  for (unsigned long number = 0; number < count; number++) {
    snprintf(text, sizeof text, "%lu of a storm", number);
    int failure = fbprogress_message(&run, text);
    error = error != 0 ? error : failure;
  }
  return error;
}

/* Reports many amounts. */
static int flood(unsigned long count) {
  int error = 0;
  for (unsigned long number = 1; number < count; number++) {
    int failure = fbprogress_update(&run, number, count);
    error = error != 0 ? error : failure;
  }
  return error;
}

/* A message that is longer than a record. */
static int long_message(void) {
  static char text[6002] = "a";
  for (int place = 1; place < 6001; place += 3) memcpy(text + place, "\xe2\x82\xac", 3);
  return fbprogress_message(&run, text);
}

static int call(const char *word, const char *text, const char *feed) {
  unsigned long long first = 0, second = 0;
  int length = 0;
  sscanf(text, "%llu %llu %n", &first, &second, &length);
  errno = ERANGE;
  if (strcmp(word, "begin") == 0) return fbprogress_begin(&run, feed, "Installing");
  if (strcmp(word, "update") == 0) return fbprogress_update(&run, first, second);
  if (strcmp(word, "bytes") == 0) return fbprogress_update_bytes(&run, first, second);
  if (strcmp(word, "step") == 0) {
    return fbprogress_step(&run, (unsigned)first, (unsigned)second, text + length);
  }
  if (strcmp(word, "message") == 0) return fbprogress_message(&run, text);
  if (strcmp(word, "done") == 0) return fbprogress_done(&run, NULL);
  if (strcmp(word, "fail") == 0) return fbprogress_fail(&run, text);
  if (strcmp(word, "cancel") == 0) return fbprogress_cancel(&run);
  if (strcmp(word, "end") == 0) return fbprogress_end(&run);
  if (strcmp(word, "controls") == 0) {
    return fbprogress_message(&run, "one\ntwo\tthree\x02" "done\x1b" "8four\rfive");
  }
  if (strcmp(word, "broken") == 0) {
    reader = open(feed, O_RDONLY | O_NONBLOCK);
    return fbprogress_message(&run, "the reader closes the FIFO before the write");
  }
  if (strcmp(word, "long") == 0) return long_message();
  if (strcmp(word, "flood") == 0) return flood((unsigned long)first);
  if (strcmp(word, "storm") == 0) return storm((unsigned long)first);
  fprintf(stderr, "driver: no command %s\n", word);
  exit(2);
}

int main(int count, char **arguments) {
  static char line[8192];
  while (count == 2 && fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    char *blank = strchr(line, ' ');
    if (blank != NULL) *blank = '\0';
    int error = call(line, blank != NULL ? blank + 1 : "", arguments[1]);
    if (errno != ERANGE) error = -1;
    puts(error == 0 ? "written" : error > 0 ? "dropped" : "errno changed");
    fflush(stdout);
  }
  return 0;
}
