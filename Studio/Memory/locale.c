// The characters of the C locale, in which the program runs, for musl's regular expressions: each byte is one.
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
#undef iswdigit

// The number of bytes of a character: 1, or 0 at the end of a text.
int mbtowc(wchar_t *restrict character, const char *restrict text, size_t count) {
  if (!text) return 0;
  if (!count) return -1;
  // Bytes that are no ASCII are no letters; musl counts them from 0xdf80.
  unsigned char byte = (unsigned char)*text;
  if (character) *character = byte < 0x80 ? byte : 0xdf00 + byte;
  return byte != 0;
}

static int is_between(wint_t character, wint_t first, wint_t last) { return character - first <= last - first; }
int iswlower(wint_t c) { return is_between(c, 'a', 'z'); }
int iswupper(wint_t c) { return is_between(c, 'A', 'Z'); }
int iswalpha(wint_t c) { return iswlower(c) || iswupper(c); }
int iswdigit(wint_t c) { return is_between(c, '0', '9'); }
int iswxdigit(wint_t c) { return iswdigit(c) || is_between(c | 32, 'a', 'f'); }
int iswalnum(wint_t c) { return iswalpha(c) || iswdigit(c); }
int iswblank(wint_t c) { return c == ' ' || c == '\t'; }
int iswspace(wint_t c) { return c == ' ' || is_between(c, '\t', '\r'); }
int iswcntrl(wint_t c) { return c < 32 || c == 127; }
int iswgraph(wint_t c) { return is_between(c, 33, 126); }
int iswprint(wint_t c) { return is_between(c, 32, 126); }
int iswpunct(wint_t c) { return iswgraph(c) && !iswalnum(c); }
wint_t towlower(wint_t c) { return iswupper(c) ? c | 32 : c; }
wint_t towupper(wint_t c) { return iswlower(c) ? c & ~32u : c; }

static int (*const classes[])(wint_t) = {
    iswalnum, iswalpha, iswblank, iswcntrl, iswdigit, iswgraph, iswlower, iswprint, iswpunct, iswspace, iswupper, iswxdigit,
};
static const char names[][8] = {
    "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit",
};

wctype_t wctype(const char *name) {
  for (size_t index = 0; index < sizeof names / sizeof *names; index++)
    if (!strcmp(name, names[index])) return index + 1;
  return 0;
}
int iswctype(wint_t character, wctype_t type) {
  return type > 0 && type <= sizeof names / sizeof *names && classes[type - 1](character);
}

// Sorts by insertion: the ranges of a bracket are few.
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  unsigned char *bytes = base;
  for (size_t end = 1; end < count; end++)
    for (size_t place = end; place > 0; place--) {
      unsigned char *one = bytes + (place - 1) * size, *other = one + size;
      if (compare(one, other) <= 0) break;
      for (size_t index = 0; index < size; index++) {
        unsigned char byte = one[index];
        one[index] = other[index];
        other[index] = byte;
      }
    }
}
