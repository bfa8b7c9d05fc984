// Draws the workloads that standard input asks for, one line each:
//
//   hello                                             its name and what it draws
//   run  WORKLOAD WIDTH HEIGHT FORMAT REPETITIONS     nanoseconds of every frame
//   dump WORKLOAD WIDTH HEIGHT FORMAT FRAME FILE      the pixels of a frame
//   loop WORKLOAD WIDTH HEIGHT FORMAT COUNT           frames without a clock, to count instructions
//   written WORKLOAD WIDTH HEIGHT FORMAT 0            bytes of pixels that a frame writes
//   memory BYTES REPETITIONS                          nanoseconds of memset and of memcpy of so many bytes
//   kernels                                           nanoseconds a pixel of each kernel
//   pictures FIRST COUNT                              a number for each of so many random pictures
//   quit
//
// FORMAT is 0 for XRGB8888 and 1 for RGB565. Answers are JSON, one line each.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *workload_name(int number);
int workload_frames(int number);
int workload_open(int number, int width, int height, int format, void *memory);
void workload_draw(int frame);
const char *kernel_name(int number);
int kernels_are_wide(void);
int64_t kernel_run(int number, int is_wide, int count);
uint64_t picture_sum(uint64_t seed);

enum { MOST_FRAMES = 512, MOST_REPETITIONS = 64 };

static const char *const format_names[] = {"x8", "565"};
static char *memory;
static size_t byte_count;
static int is_step, frame_count;
// What `memory` is open for.
static char opened[64];

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

// What reading the clock twice costs at least.
static int64_t clock_cost(void) {
  int64_t least = INT64_MAX;
  for (int i = 0; i < 2000; i++) {
    int64_t begin = now(), cost = now() - begin;
    if (cost < least) least = cost;
  }
  return least;
}

static int find(const char *name) {
  for (int number = 0; workload_name(number); number++)
    if (!strcmp(name, workload_name(number))) return number;
  return -1;
}

static int open_workload(const char *name, int width, int height, int format) {
  static int sizes[3];
  int number = find(name);
  if (number < 0 || width < 1 || height < 1 || format < 0 || format > 1) return 0;
  if (!strcmp(opened, name) && sizes[0] == width && sizes[1] == height && sizes[2] == format) return 1;
  size_t room = ((size_t)width * height * 4 + 4095) / 4096 * 4096;
  free(memory);
  memory = aligned_alloc(4096, room);
  if (!memory) return 0;
  memset(memory, 0xff, room);
  int bytes = workload_open(number, width, height, format, memory);
  if (!bytes) return 0;
  byte_count = (size_t)width * height * bytes;
  is_step = workload_frames(number) < 0;
  frame_count = abs(workload_frames(number));
  snprintf(opened, sizeof opened, "%s", name);
  sizes[0] = width, sizes[1] = height, sizes[2] = format;
  return 1;
}

static void list_workloads(void) {
  static int32_t pixel[16];
  const char *separator = "";
  printf("{\"peer\":\"fbprogress\",\"version\":\"\",\"workloads\":[");
  for (int workload = 0; workload_name(workload); workload++)
    for (int kind = 0; kind < 2; kind++)
      if (workload_open(workload, 1, 1, kind, pixel)) {
        printf("%s\"%s/%s\"", separator, workload_name(workload), format_names[kind]);
        separator = ",";
      }
  printf("]}\n");
  opened[0] = 0;
}

static void run(int repetitions, int64_t cost, int start, int step) {
  static int64_t times[MOST_FRAMES][MOST_REPETITIONS];
  if (repetitions > MOST_REPETITIONS) repetitions = MOST_REPETITIONS;
  int count = 0;
  for (int repetition = 0; repetition < repetitions; repetition++) {
    // The other workers draw a frame before they measure any. A step needs the last one before it, too, which may be what is shown
    // already and would take nothing; so another one comes before that, one whose outlines are forgotten until it is measured.
    workload_draw(is_step && start == 0 ? 12 : 0);
    if (is_step && start == 0) workload_draw(frame_count - 1);
    count = 0;
    for (int frame = start; frame < frame_count; frame += step, count++) {
      int64_t begin = now();
      workload_draw(frame);
      int64_t time = now() - begin - cost;
      times[count][repetition] = time < 0 ? 0 : time;
    }
  }
  printf("{\"ids\":[%d,%d,%d],\"t\":[", start, step, count);
  for (int frame = 0; frame < count; frame++) {
    printf(frame ? ",[" : "[");
    for (int repetition = 0; repetition < repetitions; repetition++)
      printf("%s%" PRId64, repetition ? "," : "", times[frame][repetition]);
    printf("]");
  }
  printf("]}\n");
}

// How many bytes of pixels a frame writes, on the average over the frames.
static double count_written(int start, int step, int pixel) {
  size_t sum = 0, count = 0;
  workload_draw(is_step && start == 0 ? frame_count - 1 : 0);
  for (int frame = start; frame < frame_count; frame += step, count++) {
    memset(memory, 0xa5, byte_count);
    workload_draw(frame);
    for (size_t place = 0; place < byte_count; place += (size_t)pixel) {
      int is_written = 0;
      for (int byte = 0; byte < pixel; byte++) is_written |= memory[place + (size_t)byte] != (char)0xa5;
      sum += is_written ? (size_t)pixel : 0;
    }
  }
  return (double)sum / (double)count;
}

static int dump(int frame, const char *path) {
  for (int step = is_step ? 0 : frame; step <= frame; step++) workload_draw(step);
  FILE *file = fopen(path, "wb");
  if (!file) return 0;
  size_t written = fwrite(memory, 1, byte_count, file);
  return fclose(file) == 0 && written == byte_count;
}

static void loop(int count, int start, int step) {
  workload_draw(0);
  for (int i = 0, frame = start; i < count; i++, frame += step) {
    if (frame >= frame_count) frame = start;
    workload_draw(frame);
  }
}

// Makes the compiler believe that the memory is read.
static void keep(void *memory) { __asm__ volatile("" : : "r"(memory) : "memory"); }

// What the memory allows: the median of many fills and copies.
static int compare_times(const void *one, const void *other) {
  int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
  return (a > b) - (a < b);
}

static void time_memory(size_t bytes, int repetitions, int64_t cost) {
  static int64_t times[2][MOST_REPETITIONS];
  if (repetitions < 1 || repetitions > MOST_REPETITIONS) repetitions = MOST_REPETITIONS;
  size_t room = (bytes + 4095) / 4096 * 4096;
  char *from = aligned_alloc(4096, room), *to = aligned_alloc(4096, room);
  if (!from || !to || !bytes) {
    printf("{\"error\":\"memory\"}\n");
  } else {
    memset(from, 1, bytes), memset(to, 2, bytes);
    for (int repetition = 0; repetition < repetitions; repetition++) {
      int64_t begin = now();
      memset(to, repetition, bytes);
      keep(to);
      times[0][repetition] = now() - begin - cost;
      begin = now();
      memcpy(to, from, bytes);
      keep(to);
      times[1][repetition] = now() - begin - cost;
    }
    for (int kind = 0; kind < 2; kind++) qsort(times[kind], repetitions, sizeof times[kind][0], compare_times);
    printf("{\"memset\":%" PRId64 ",\"memcpy\":%" PRId64 "}\n", times[0][repetitions / 2], times[1][repetitions / 2]);
  }
  free(from), free(to);
}

// Each kernel by name: nanoseconds a pixel, the least of some runs, in vectors of the oldest processor and in wide ones.
static void time_kernels(void) {
  const char *separator = "{";
  for (int kernel = 0; kernel_name(kernel); kernel++) {
    printf("%s\"%s\":[", separator, kernel_name(kernel));
    separator = ",";
    for (int wide = 0; wide <= kernels_are_wide(); wide++) {
      double least = 1e9;
      for (int round = 0; round < 30; round++) {
        int64_t begin = now();
        int64_t pixels = kernel_run(kernel, wide, 400);
        double time = (double)(now() - begin) / (double)(pixels ? pixels : 1);
        if (time < least) least = time;
      }
      printf("%s%.3f", wide ? "," : "", least);
    }
    printf("]");
  }
  printf("}\n");
}

static void sum_pictures(uint64_t first, int count) {
  printf("[");
  for (int i = 0; i < count; i++)
    printf("%s\"%016" PRIx64 "\"", i ? "," : "", picture_sum(first + (uint64_t)i));
  printf("]\n");
}

int main(void) {
  char line[1024];
  int64_t cost = clock_cost();
  while (fgets(line, sizeof line, stdin)) {
    char command[16] = "", name[64] = "", path[512] = "";
    int width = 0, height = 0, format = 0, number = 0;
    int words = sscanf(
      line, "%15s %63s %d %d %d %d %511s", command, name, &width, &height, &format, &number, path);
    if (words < 1) continue;
    if (!strcmp(command, "quit")) break;
    if (!strcmp(command, "hello")) {
      list_workloads();
    } else if (!strcmp(command, "kernels")) {
      time_kernels();
    } else if (!strcmp(command, "pictures")) {
      sum_pictures(strtoull(name, NULL, 10), width);
    } else if (!strcmp(command, "memory")) {
      time_memory(strtoull(name, NULL, 10), width, cost);
    } else if (words < 6 || !open_workload(name, width, height, format)) {
      printf("{\"error\":\"unsupported\"}\n");
    } else {
      int is_ring = !strncmp(name, "ring", 4), is_bar = !strncmp(name, "rainbow", 7) || !strcmp(name, "paths");
      int start = is_step && !is_bar ? 1 : is_ring ? 3 : 0, step = is_ring && !is_step ? 4 : 1;
      if (!strcmp(command, "run")) run(number, cost, start, step);
      else if (!strcmp(command, "dump")) printf(dump(number, path) ? "{\"ok\":1}\n" : "{\"error\":\"file\"}\n");
      else if (!strcmp(command, "written")) printf("{\"bytes\":%.0f}\n", count_written(start, step, format ? 2 : 4));
      else if (!strcmp(command, "loop")) { loop(number, start, step); printf("{\"ok\":1}\n"); }
      else printf("{\"error\":\"unsupported\"}\n");
    }
    fflush(stdout);
  }
  return 0;
}
