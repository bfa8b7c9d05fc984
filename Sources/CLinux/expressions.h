// Regular expressions of the C library. The studio, which has no other calls of a system, uses them, too.
#pragma once
#include <regex.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// The text of an error of regcomp. `regerror` of musl would link all of printf.
static inline const char *linux_regex_mistake(int code) {
  switch (code) {
    case REG_EBRACK: return "missing ]";
    case REG_EPAREN: return "missing ( or )";
    case REG_EBRACE: return "missing }";
    case REG_BADRPT: return "repetition of nothing";
    default: return "invalid pattern";
  }
}

// Compiles an extended regular expression. Returns its handle, or 0 and the text of the error.
// The expression is kept until the process exits.
static inline uintptr_t linux_regex_compile(const char *pattern, const char **mistake) {
  regex_t *compiled = malloc(sizeof *compiled);
  int result = compiled ? regcomp(compiled, pattern, REG_EXTENDED) : REG_ESPACE;
  if (!result) return (uintptr_t)compiled;
  free(compiled);
  *mistake = linux_regex_mistake(result);
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
