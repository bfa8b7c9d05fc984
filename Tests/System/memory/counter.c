// Counts the calls of malloc and its kin in the children of a process, and how many of what the process itself allocated it still has, where
// Tests/System/memory/test-allocations and Tests/System/memory/test-memory can read it at any time: two words of eight bytes in the file that ALLOCATIONS names. With
// ALLOCATIONS_OWN the calls of the process itself are counted, too. Loaded before libc.
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static unsigned long own[2], *count = own, *live = own + 1, *shared;

static void share(void) { count = shared, live = own + 1; }

__attribute__((constructor)) static void begin(void) {
  int file = open(getenv("ALLOCATIONS"), O_RDWR);
  shared = mmap(NULL, sizeof own, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (shared == MAP_FAILED || pthread_atfork(NULL, NULL, share)) abort();
  live = shared + 1;
  if (getenv("ALLOCATIONS_OWN")) share();
  close(file);
}

static void *counted(void *memory) {
  ++*count;
  if (memory) ++*live;
  return memory;
}
void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }
void *realloc(void *memory, size_t size) {
  if (memory) --*live;
  return counted(__libc_realloc(memory, size));
}
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = counted(__libc_memalign(alignment, size));
  return *memory ? 0 : 12;
}
void free(void *memory) {
  if (memory) --*live;
  __libc_free(memory);
}
