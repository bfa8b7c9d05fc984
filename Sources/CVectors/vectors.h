// Operations on eight lanes that the standard library carries out lane by lane. Each is one or two instructions in the
// vectors that a module is compiled for.
#pragma once
#include <stdint.h>

typedef float vector_floats __attribute__((ext_vector_type(8)));
typedef uint32_t vector_words __attribute__((ext_vector_type(8)));
typedef int32_t vector_integers __attribute__((ext_vector_type(8)));
typedef float vector_float_pairs __attribute__((ext_vector_type(16)));
typedef uint16_t vector_halves __attribute__((ext_vector_type(16)));
typedef uint32_t vector_wide __attribute__((ext_vector_type(16)));
typedef _Bool vector_flags __attribute__((ext_vector_type(8)));
typedef uint8_t vector_bytes __attribute__((ext_vector_type(8)));

#define VECTOR_OPERATION static inline __attribute__((always_inline))

VECTOR_OPERATION vector_floats vector_lesser(vector_floats one, vector_floats other) {
  return one < other ? one : other;
}
VECTOR_OPERATION vector_floats vector_greater(vector_floats one, vector_floats other) {
  return one > other ? one : other;
}
VECTOR_OPERATION vector_floats vector_square_root(vector_floats numbers) {
  return __builtin_elementwise_sqrt(numbers);
}
// The upper halves of products.
VECTOR_OPERATION vector_halves vector_high_products(vector_halves ones, vector_halves others) {
  return __builtin_convertvector(
      (__builtin_convertvector(ones, vector_wide) * __builtin_convertvector(others, vector_wide)) >> 16, vector_halves);
}
VECTOR_OPERATION vector_words vector_negative(vector_floats numbers) { return (vector_words)(numbers < 0); }
VECTOR_OPERATION int vector_has_negative(vector_words words) {
  return __builtin_reduce_or((vector_integers)words) < 0;
}
VECTOR_OPERATION vector_floats vector_select(vector_words mask, vector_floats one, vector_floats other) {
  return (vector_integers)mask < 0 ? one : other;
}
VECTOR_OPERATION vector_words vector_widened(vector_bytes bytes) { return __builtin_convertvector(bytes, vector_words); }
// The lowest bytes.
VECTOR_OPERATION vector_bytes vector_narrowed(vector_words words) {
  return __builtin_convertvector(words & 0xff, vector_bytes);
}
// The whole parts of numbers that 32 bits have room for.
VECTOR_OPERATION vector_integers vector_cells(vector_floats numbers) {
  return __builtin_convertvector(numbers, vector_integers);
}
VECTOR_OPERATION vector_floats vector_numbers(vector_integers wholes) {
  return __builtin_convertvector(wholes, vector_floats);
}
// A bit for each lane whose number is above another one.
VECTOR_OPERATION uint32_t vector_above(vector_integers numbers, int32_t other) {
  vector_flags flags = __builtin_convertvector(numbers > other, vector_flags);
  uint8_t bits;
  __builtin_memcpy(&bits, &flags, 1);
  return bits;
}
VECTOR_OPERATION uint32_t vector_floats_above(vector_floats numbers, float other) {
  vector_flags flags = __builtin_convertvector(numbers > other, vector_flags);
  uint8_t bits;
  __builtin_memcpy(&bits, &flags, 1);
  return bits;
}
VECTOR_OPERATION uint32_t vector_has_other(vector_floats numbers, float other) {
  vector_flags flags = __builtin_convertvector(numbers != other, vector_flags);
  uint8_t bits;
  __builtin_memcpy(&bits, &flags, 1);
  return bits;
}
// Of each of the first four lanes its four numbers; and of each of the last four.
VECTOR_OPERATION vector_float_pairs vector_first_fours(
    vector_floats a, vector_floats b, vector_floats c, vector_floats d) {
  vector_floats ab = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
  vector_floats cd = __builtin_shufflevector(c, d, 0, 8, 1, 9, 2, 10, 3, 11);
  return __builtin_shufflevector(ab, cd, 0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
}
VECTOR_OPERATION vector_float_pairs vector_last_fours(
    vector_floats a, vector_floats b, vector_floats c, vector_floats d) {
  vector_floats ab = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
  vector_floats cd = __builtin_shufflevector(c, d, 4, 12, 5, 13, 6, 14, 7, 15);
  return __builtin_shufflevector(ab, cd, 0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
}
// The whole part of a number that 32 bits have room for.
VECTOR_OPERATION int32_t vector_whole(float number) { return (int32_t)number; }
// Tells that memory will be needed soon. Any address will do.
static inline __attribute__((always_inline)) void vector_prefetch(intptr_t place) {
  __builtin_prefetch((const void *)place);
}
// Each number and those before it added up: first in pairs, then in fours, then in eights.
VECTOR_OPERATION vector_floats vector_prefix_sums(vector_floats numbers) {
  vector_floats none = 0;
  numbers += __builtin_shufflevector(numbers, none, 8, 0, 1, 2, 8, 4, 5, 6);
  numbers += __builtin_shufflevector(numbers, none, 8, 8, 0, 1, 8, 8, 4, 5);
  return numbers + __builtin_shufflevector(numbers, none, 8, 8, 8, 8, 3, 3, 3, 3);
}

#ifdef __x86_64__
#include <cpuid.h>

// Asks the processor. In a virtual machine that takes some microseconds.
static inline int vector_find_avx2(void) {
  unsigned a, b, c, d, saved, high;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX)) return 0;
  __asm__("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
  return (saved & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2) != 0;
}
#endif

// Whether the processor has 256-bit vectors of integers, and the system keeps them.
static inline int vector_has_avx2(void) {
#ifdef __x86_64__
  // 0 until it is known, then 1 for no and 2 for yes: it is the same whoever asks first.
  static int known;
  if (!known) known = 1 + vector_find_avx2();
  return known == 2;
#else
  return 0;
#endif
}
