#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wctype.h>

int32_t fbprogress_main(int32_t count, char **arguments);

int main(int count, char **arguments) { return fbprogress_main(count, arguments); }

#ifdef EMBEDDED
// The allocation function of Swift, which does not check for failure and would write to address 0.
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
  static const char line[] = "fbprogress: there is not enough memory\n";
  int error = __real_posix_memalign(memory, alignment, size);
  if (error) _exit(write(2, line, sizeof line - 1) < 0 ? 3 : 3);
  return error;
}

#ifndef __GLIBC__
// musl's own have 13 kB of tables, for locales that the program does not set: without one, each
// character is a byte, and those from 128 on are no letters.
int iswalpha(wint_t c) { return (c | 32) - 'a' < 26; }
int iswpunct(wint_t c) { return c - 33 < 94 && !iswalpha(c) && c - '0' >= 10; }
wint_t towlower(wint_t c) { return c - 'A' < 26 ? c + 32 : c; }
wint_t towupper(wint_t c) { return c - 'a' < 26 ? c - 32 : c; }

// musl's own has 2 kB. libdrm sorts the properties of a commit, which are at most some hundred and
// mostly in order.
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *items = base, item[size];
  for (size_t end = 1; end < count; end++) {
    size_t place = end * size;
    memcpy(item, items + place, size);
    for (; place > 0 && compare(items + place - size, item) > 0; place -= size)
      memcpy(items + place, items + place - size, size);
    memcpy(items + place, item, size);
  }
}
#endif
#endif
