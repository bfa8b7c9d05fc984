// Regular expressions of the C library. The studio, which has no other calls of a system, uses them, too.
#pragma once
#include <regex.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// Compiles an extended regular expression. Returns its handle, or 0 and the error text in `error`.
// The expression is kept until the process exits.
static inline uintptr_t linux_regex_compile(const char *pattern, char *error, size_t size) {
  regex_t *compiled = malloc(sizeof *compiled);
  if (!compiled) {
    if (size) *error = 0;
    return 0;
  }
  int result = regcomp(compiled, pattern, REG_EXTENDED);
  if (!result) return (uintptr_t)compiled;
  regerror(result, compiled, error, size);
  free(compiled);
  return 0;
}

// Finds the first match in a text. Returns the number of offsets written, two for the match and two
// for each group, -1 if the group took no part; 0 without a match.
static inline int linux_regex_match(uintptr_t compiled, const char *text, int32_t *places, int count) {
  regmatch_t matches[17];
  int groups = (int)((const regex_t *)compiled)->re_nsub + 1;
  if (groups > 17) groups = 17;
  if (groups > count / 2) groups = count / 2;
  if (regexec((const regex_t *)compiled, text, (size_t)groups, matches, 0)) return 0;
  for (int index = 0; index < groups; index++) {
    places[2 * index] = (int32_t)matches[index].rm_so;
    places[2 * index + 1] = (int32_t)matches[index].rm_eo;
  }
  return 2 * groups;
}
