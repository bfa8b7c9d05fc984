// Refuses memory to Swift from allocation number LIMIT on, counted in each process from its start. Loaded before libc.
#include <stddef.h>
#include <stdlib.h>

extern void *__libc_memalign(size_t, size_t);

static long left;

__attribute__((constructor)) static void begin(void) { left = atol(getenv("LIMIT")); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = --left > 0 ? __libc_memalign(alignment, size) : NULL;
  return *memory ? 0 : 12;
}
