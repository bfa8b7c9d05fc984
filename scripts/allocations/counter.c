// Counts the calls of malloc and its kin in the children of a process, where scripts/test-allocations can read it at
// any time: eight bytes in the file that ALLOCATIONS names. Loaded before libc.
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

static unsigned long own;
static unsigned long *count = &own, *shared;

static void share(void) { count = shared; }

__attribute__((constructor)) static void begin(void) {
  int file = open(getenv("ALLOCATIONS"), O_RDWR);
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (shared == MAP_FAILED || pthread_atfork(NULL, NULL, share)) abort();
  close(file);
}

void *malloc(size_t size) { return ++*count, __libc_malloc(size); }
void *calloc(size_t number, size_t size) { return ++*count, __libc_calloc(number, size); }
void *realloc(void *memory, size_t size) { return ++*count, __libc_realloc(memory, size); }
void *aligned_alloc(size_t alignment, size_t size) { return ++*count, __libc_memalign(alignment, size); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
  ++*count;
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : 12;
}
