// Operations on eight lanes for which the standard library has loops over the lanes. Each is one or
// two instructions of the vectors that a module is compiled for.
#pragma once
#include <stdint.h>

typedef double vector_pair __attribute__((ext_vector_type(2)));
typedef float vector_single_pair __attribute__((ext_vector_type(2)));
typedef float vector_floats __attribute__((ext_vector_type(8)));
typedef uint32_t vector_words __attribute__((ext_vector_type(8)));
typedef int32_t vector_integers __attribute__((ext_vector_type(8)));
typedef float vector_float_pairs __attribute__((ext_vector_type(16)));
typedef float vector_float_fours __attribute__((ext_vector_type(32)));
typedef uint16_t vector_halves __attribute__((ext_vector_type(16)));
typedef uint32_t vector_wide __attribute__((ext_vector_type(16)));
typedef float vector_four_floats __attribute__((ext_vector_type(4)));
typedef int32_t vector_four_integers __attribute__((ext_vector_type(4)));
typedef uint32_t vector_four_words __attribute__((ext_vector_type(4)));
typedef _Bool vector_pair_flags __attribute__((ext_vector_type(2)));
typedef _Bool vector_flags __attribute__((ext_vector_type(8)));
typedef uint8_t vector_bytes __attribute__((ext_vector_type(8)));
typedef uint64_t vector_longs __attribute__((ext_vector_type(4)));
typedef _Bool vector_four_flags __attribute__((ext_vector_type(4)));
typedef uint8_t vector_half_bytes __attribute__((ext_vector_type(32)));
typedef uint8_t vector_many_bytes __attribute__((ext_vector_type(64)));
typedef int8_t vector_many_signed __attribute__((ext_vector_type(64)));
typedef _Bool vector_many_flags __attribute__((ext_vector_type(64)));

#ifdef __AVX2__
// The types of the compiler's built-in functions.
typedef int vector_eight_integers __attribute__((vector_size(32)));
typedef float vector_eight_floats __attribute__((vector_size(32)));
#endif

#define VECTOR_OPERATION static inline __attribute__((always_inline))

// The name of an operation in Swift.
struct Lanes {};
#define LANES(name) __attribute__((swift_name("Lanes." name)))

// An operation that returns a bit for each lane that meets a condition.
#define VECTOR_BITS(name, parameters, flags_type, bits_type, condition)   \
  VECTOR_OPERATION bits_type name parameters {                            \
    flags_type flags = __builtin_convertvector(condition, flags_type);    \
    bits_type bits = 0;                                                   \
    __builtin_memcpy(&bits, &flags, sizeof flags);                        \
    return bits & (bits_type)(~UINT64_C(0) >> (64 - sizeof(condition) / sizeof((condition)[0]))); \
  }

// Keeps a vector of eight in one register, if the processor has such registers. If lanes are picked
// apart later, the compiler would otherwise compute each half by itself, and the rest of the lanes
// twice.
#ifdef __AVX2__
#define VECTOR_WHOLE(vector) __asm__("" : "+x"(vector))
#else
#define VECTOR_WHOLE(vector)
#endif

// One number in all lanes. It stays a vector even in operations with other such vectors:
// otherwise the compiler would compute one lane and repeat it.
LANES("repeating(_:)")
VECTOR_OPERATION vector_floats vector_repeated(float number) {
  vector_floats numbers = number;
  VECTOR_WHOLE(numbers);
  return numbers;
}
// The centers of eight pixels of a row from a column on. They are exact, so a value computed from a pixel's position does
// not depend on the column at which its span starts.
LANES("pixelCenters(from:)")
VECTOR_OPERATION vector_floats vector_middles(float column) {
  vector_floats columns = column;
  VECTOR_WHOLE(columns);
  vector_floats middles = {0.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f, 6.5f, 7.5f};
  return columns + middles;
}
LANES("min(_:_:)")
VECTOR_OPERATION vector_floats vector_lesser(vector_floats one, vector_floats other) {
  return one < other ? one : other;
}
LANES("max(_:_:)")
VECTOR_OPERATION vector_floats vector_greater(vector_floats one, vector_floats other) {
  return one > other ? one : other;
}
LANES("squareRoot(_:)")
VECTOR_OPERATION vector_floats vector_square_root(vector_floats numbers) {
  return __builtin_elementwise_sqrt(numbers);
}
LANES("clampedToZero(_:)")
VECTOR_OPERATION vector_floats vector_clamped(vector_floats numbers) { return numbers > 0 ? numbers : 0; }
LANES("bitPattern(_:)")
VECTOR_OPERATION vector_words vector_bits_of(vector_floats numbers) { return (vector_words)numbers; }
LANES("magnitude(_:)")
VECTOR_OPERATION vector_floats vector_magnitude(vector_floats numbers) {
  return (vector_floats)((vector_words)numbers & 0x7fffffff);
}
// Numbers below 2²² in magnitude, rounded to nearest, ties to even.
LANES("rounded(_:)")
VECTOR_OPERATION vector_integers vector_rounded(vector_floats numbers) {
  return (vector_integers)(numbers + 12582912) - 0x4b400000;
}
// The 16-bit halves of words, the lower one first, and the words of such halves.
LANES("halves(_:)")
VECTOR_OPERATION vector_halves vector_halves_of(vector_words words) { return (vector_halves)words; }
LANES("words(_:)")
VECTOR_OPERATION vector_words vector_words_of(vector_halves halves) { return (vector_words)halves; }
// Eight bytes as one number, the first one lowest. They are stored four times.
LANES("uint64(_:)")
VECTOR_OPERATION uint64_t vector_first_long(vector_half_bytes bytes) { return ((vector_longs)bytes)[0]; }
// The upper halves of products.
LANES("highProducts(_:_:)")
VECTOR_OPERATION vector_halves vector_high_products(vector_halves ones, vector_halves others) {
  return __builtin_convertvector(
      (__builtin_convertvector(ones, vector_wide) * __builtin_convertvector(others, vector_wide)) >> 16, vector_halves);
}
VECTOR_OPERATION vector_words vector_negative(vector_floats numbers) { return (vector_words)(numbers < 0); }
VECTOR_OPERATION vector_floats vector_select(vector_words mask, vector_floats one, vector_floats other) {
  return (vector_integers)mask < 0 ? one : other;
}
LANES("widened(_:)")
VECTOR_OPERATION vector_words vector_widened(vector_bytes bytes) { return __builtin_convertvector(bytes, vector_words); }
// The lowest byte of each lane, four times.
LANES("fourfoldBytes(_:)")
VECTOR_OPERATION vector_half_bytes vector_narrowed(vector_words words) {
#ifdef __AVX2__
  // Move the bytes of each half to its first word, in all eight lanes at once.
  vector_half_bytes bytes = __builtin_shufflevector(
      (vector_half_bytes)words, (vector_half_bytes)words, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 16, 20, 24, 28, 16,
      20, 24, 28, 16, 20, 24, 28, 16, 20, 24, 28);
  VECTOR_WHOLE(bytes);
  vector_integers places = {0, 4, 0, 4, 0, 4, 0, 4};
  VECTOR_WHOLE(places);
  return (vector_half_bytes)__builtin_ia32_permvarsi256((vector_eight_integers)bytes, (vector_eight_integers)places);
#else
  vector_bytes bytes = __builtin_convertvector(words & 0xff, vector_bytes);
  return __builtin_shufflevector(
      bytes, bytes, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}
// The last byte in all lanes, of eight bytes that are stored four times.
LANES("lastByte(_:)")
VECTOR_OPERATION vector_half_bytes vector_last_byte(vector_half_bytes bytes) {
  return __builtin_shufflevector(
      bytes, bytes, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23,
      23);
}
// The whole parts of numbers that fit in 32 bits.
LANES("truncated(_:)")
VECTOR_OPERATION vector_integers vector_cells(vector_floats numbers) {
  return __builtin_convertvector(numbers, vector_integers);
}
LANES("converted(_:)")
VECTOR_OPERATION vector_floats vector_numbers(vector_integers wholes) {
  return __builtin_convertvector(wholes, vector_floats);
}
LANES("max(_:_:)")
VECTOR_OPERATION vector_integers vector_integers_greater(vector_integers one, vector_integers other) {
  return one > other ? one : other;
}
// The numbers, with one lane replaced.
LANES("replaced(_:_:_:)")
VECTOR_OPERATION vector_floats vector_replaced(vector_floats numbers, intptr_t lane, float number) {
  vector_integers lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  return lanes == (int32_t)lane ? (vector_floats)number : numbers;
}
// All ones in lanes whose highest bit is set.
VECTOR_OPERATION vector_words vector_signs(vector_words words) { return (vector_words)((vector_integers)words < 0); }
// A bit for each lane whose highest bit is set.
VECTOR_BITS(vector_sign_bits, (vector_words words), vector_flags, uint32_t, (vector_integers)words < 0)
// A bit for each number above the other one.
LANES("laneBits(of:above:)")
VECTOR_BITS(vector_above, (vector_integers numbers, int32_t other), vector_flags, uint32_t, numbers > other)
LANES("laneBits(of:above:)")
VECTOR_BITS(vector_floats_above, (vector_floats numbers, vector_floats others), vector_flags, uint32_t, numbers > others)
// A bit for each of 64 bytes with its highest bit set.
LANES("laneBits(ofHighBits:)")
VECTOR_BITS(vector_high_bits, (vector_many_bytes bytes), vector_many_flags, uint64_t, (vector_many_signed)bytes < 0)
// A bit for each of four numbers equal to the other one.
LANES("laneBits(of:equalTo:)")
VECTOR_BITS(vector_equal_fours, (vector_longs numbers, uint64_t other), vector_four_flags, uint32_t, numbers == other)
// A bit for each of two numbers that equals the other's, or is below it.
VECTOR_BITS(vector_pair_equal, (vector_pair numbers, vector_pair others), vector_pair_flags, uint32_t, numbers == others)
VECTOR_BITS(vector_pair_below, (vector_pair numbers, vector_pair others), vector_pair_flags, uint32_t, numbers < others)
// A mask of four cells: all ones in the cells that an extent of `reach` beyond the first one does
// not pass.
LANES("unreachedCells(by:)")
VECTOR_OPERATION vector_four_words vector_cells_beyond(float reach) {
  vector_four_floats limits = {-4, 0, 1, 4};
  return (vector_four_words)(limits >= reach);
}
LANES("min(_:_:)")
VECTOR_OPERATION vector_four_words vector_four_lesser(vector_four_words ones, vector_four_words others) {
  return ones < others ? ones : others;
}
// A mask of the lanes with a smaller number than the other's, compared as signed ones.
LANES("below(_:_:)")
VECTOR_OPERATION vector_four_words vector_four_below(vector_four_words ones, vector_four_words others) {
  return (vector_four_words)((vector_four_integers)ones < (vector_four_integers)others);
}
LANES("hasAny(_:)")
VECTOR_OPERATION _Bool vector_four_any(vector_four_words words) {
  return __builtin_reduce_or((vector_four_integers)words) != 0;
}
VECTOR_OPERATION vector_pair vector_pair_lesser(vector_pair one, vector_pair other) { return one < other ? one : other; }
VECTOR_OPERATION vector_pair vector_pair_greater(vector_pair one, vector_pair other) { return one > other ? one : other; }
// One vector in lanes where numbers are above others, another elsewhere.
VECTOR_OPERATION vector_pair vector_pair_where_above(
    vector_pair numbers, vector_pair others, vector_pair one, vector_pair other) {
  return numbers > others ? one : other;
}
VECTOR_OPERATION vector_single_pair vector_pair_single(vector_pair numbers) {
  return __builtin_convertvector(numbers, vector_single_pair);
}
LANES("lastRepeated(_:)")
VECTOR_OPERATION vector_floats vector_last(vector_floats numbers) {
#ifdef __AVX2__
  vector_integers places = 7;
  VECTOR_WHOLE(places);
  return (vector_floats)__builtin_ia32_permvarsf256((vector_eight_floats)numbers, (vector_eight_integers)places);
#else
  return __builtin_shufflevector(numbers, numbers, 7, 7, 7, 7, 7, 7, 7, 7);
#endif
}
// Transposes: the result for each lane is its four numbers. Pairs of lanes with a distance of four
// stay in the halves of a vector of eight as long as possible.
LANES("transposed(_:_:_:_:)")
VECTOR_OPERATION vector_float_fours vector_transposed(
    vector_floats a, vector_floats b, vector_floats c, vector_floats d) {
  VECTOR_WHOLE(a);
  VECTOR_WHOLE(b);
  VECTOR_WHOLE(c);
  VECTOR_WHOLE(d);
  vector_floats ab = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
  vector_floats cd = __builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13);
  vector_floats ab2 = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
  vector_floats cd2 = __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15);
  VECTOR_WHOLE(ab);
  VECTOR_WHOLE(cd);
  VECTOR_WHOLE(ab2);
  VECTOR_WHOLE(cd2);
  vector_floats fours0 = __builtin_shufflevector(ab, cd, 0, 1, 8, 9, 4, 5, 12, 13);
  vector_floats fours1 = __builtin_shufflevector(ab, cd, 2, 3, 10, 11, 6, 7, 14, 15);
  vector_floats fours2 = __builtin_shufflevector(ab2, cd2, 0, 1, 8, 9, 4, 5, 12, 13);
  vector_floats fours3 = __builtin_shufflevector(ab2, cd2, 2, 3, 10, 11, 6, 7, 14, 15);
  VECTOR_WHOLE(fours0);
  VECTOR_WHOLE(fours1);
  VECTOR_WHOLE(fours2);
  VECTOR_WHOLE(fours3);
  vector_float_pairs even = __builtin_shufflevector(fours0, fours2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  vector_float_pairs odd = __builtin_shufflevector(fours1, fours3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return __builtin_shufflevector(
      even, odd, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29,
      30, 31);
}
// The whole part of a number that fits in 32 bits.
VECTOR_OPERATION int32_t vector_whole(float number) { return (int32_t)number; }
// The whole part of a number, clamped to ± `limit`, which fits in 32 bits; any value for NaN.
VECTOR_OPERATION int32_t vector_whole_within(double limit, double number) {
  double near = number < limit ? number : limit;
  return (int32_t)(near > -limit ? near : -limit);
}
// A hint that memory will be needed soon. Any address is valid.
static inline __attribute__((always_inline)) void vector_prefetch(intptr_t place) {
  __builtin_prefetch((const void *)place);
}
// The prefix sums of the lanes: first in pairs, then in fours, then in eights.
VECTOR_OPERATION vector_floats vector_prefix_sums(vector_floats numbers) {
  vector_floats none = 0;
  numbers += __builtin_shufflevector(numbers, none, 8, 0, 1, 2, 8, 4, 5, 6);
  numbers += __builtin_shufflevector(numbers, none, 8, 8, 0, 1, 8, 8, 4, 5);
  return numbers + __builtin_shufflevector(numbers, none, 8, 8, 8, 8, 3, 3, 3, 3);
}

#ifdef __x86_64__
#include <cpuid.h>

enum { vector_known = 1, vector_avx2 = 2, vector_fast_strings = 4 };

// Queries the processor, also for the bit instructions that came with these vectors. In a virtual
// machine that takes some microseconds. Not inlined: every choice of a kernel would contain it.
static __attribute__((noinline)) int vector_find_features(void) {
  unsigned a, b, c, d, saved, high;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX)) return vector_known;
  __asm__("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
  unsigned all = bit_AVX2 | bit_BMI | bit_BMI2;
  if ((saved & 6) != 6 || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & all) != all) return vector_known;
  return vector_known | vector_avx2 | (d & 1 << 4 ? vector_fast_strings : 0);
}

static inline int vector_features(void) {
  // 0 until it is known: every thread finds the same value.
  static int features;
  if (!features) features = vector_find_features();
  return features;
}

// Whether short runs of string instructions are fast: then long runs are, too.
static inline int vector_has_fast_strings(void) { return (vector_features() & vector_fast_strings) != 0; }

// Fills memory with repetitions of a number.
VECTOR_OPERATION void vector_fill_longs(void *place, uint64_t number, intptr_t count) {
  __asm__ volatile("rep stosq" : "+D"(place), "+c"(count) : "a"(number) : "memory");
}
#endif

// Whether the processor has AVX2 with its companions, and the system saves its registers.
static inline int vector_has_avx2(void) {
#ifdef __x86_64__
  return (vector_features() & vector_avx2) != 0;
#else
  return 0;
#endif
}
