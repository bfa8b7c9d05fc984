#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

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
#endif
