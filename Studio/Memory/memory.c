// The heap, and the few functions that compiled code expects of a C library.
//
// Blocks lie one behind the other. Each has a header with its size and the size of the block before,
// so a freed block is joined with free neighbors at once. Free blocks are in lists by the highest bit
// of their size. The end of the used part of memory is an empty block, `top`.
#include <stddef.h>
#include <stdint.h>

typedef struct block {
  // The block's bytes, with the header; bit 0 is set in a free block.
  uint32_t size;
  // The bytes of the block before; 0 for none.
  uint32_t size_before;
  // The neighbors in the list of a free block.
  struct block *next, *previous;
} block;

enum { header_size = 16, least_size = 32, page_size = 65536, is_free = 1 };

extern unsigned char __heap_base;
static block *lists[32];
static block *top;
static uint32_t used_count;

static uint32_t size_of(const block *b) { return b->size & ~(uint32_t)is_free; }
static block *after(block *b) { return (block *)((char *)b + size_of(b)); }
static int list_of(uint32_t size) { return 31 - __builtin_clz(size); }
static block *block_of(void *memory) { return (block *)((char *)memory - header_size); }
static void *memory_of(block *b) { return (char *)b + header_size; }
static uint32_t block_size(size_t count) {
  uint32_t size = (uint32_t)((count + header_size + 15) & ~(size_t)15);
  return size < least_size ? least_size : size;
}

static void insert(block *b) {
  block **list = &lists[list_of(b->size)];
  b->size |= is_free;
  b->previous = NULL;
  b->next = *list;
  if (*list) (*list)->previous = b;
  *list = b;
}

static void take_out(block *b) {
  b->size = size_of(b);
  if (b->previous)
    b->previous->next = b->next;
  else
    lists[list_of(b->size)] = b->next;
  if (b->next) b->next->previous = b->previous;
}

static void set_top(block *b, uint32_t size_before) {
  top = b;
  top->size = header_size;
  top->size_before = size_before;
}

// Makes memory reach up to an address; returns whether there is as much.
static int reach(uintptr_t end) {
  uintptr_t now = (uintptr_t)__builtin_wasm_memory_size(0) * page_size;
  return end <= now || __builtin_wasm_memory_grow(0, (end - now + page_size - 1) / page_size) != (size_t)-1;
}

// Cuts a block off the end; NULL if memory is short.
static block *extend(uint32_t size) {
  if (!top) {
    block *first = (block *)(((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15);
    if (!reach((uintptr_t)first + least_size)) return NULL;
    set_top(first, 0);
  }
  if (!reach((uintptr_t)top + size + least_size)) return NULL;
  block *b = top;
  b->size = size;
  set_top(after(b), size);
  return b;
}

static void release(block *b) {
  block *next = after(b);
  if (next->size & is_free) {
    take_out(next);
    b->size += next->size;
  }
  if (b->size_before) {
    block *before = (block *)((char *)b - b->size_before);
    if (before->size & is_free) {
      take_out(before);
      before->size += b->size;
      b = before;
    }
  }
  if (after(b) == top) {
    set_top(b, b->size_before);
    return;
  }
  after(b)->size_before = b->size;
  insert(b);
}

// Frees the part of a block beyond a size, if it is large enough for a block.
static void trim(block *b, uint32_t size) {
  if (b->size < size + least_size) return;
  block *rest = (block *)((char *)b + size);
  rest->size = b->size - size;
  rest->size_before = size;
  b->size = size;
  after(rest)->size_before = rest->size;
  release(rest);
}

void *malloc(size_t count) {
  if (count > 0x7fff0000u) return NULL;
  uint32_t size = block_size(count);
  for (int list = list_of(size); list < 32; list++)
    for (block *b = lists[list]; b; b = b->next)
      if (size_of(b) >= size) {
        take_out(b);
        trim(b, size);
        used_count++;
        return memory_of(b);
      }
  block *b = extend(size);
  if (!b) return NULL;
  used_count++;
  return memory_of(b);
}

void free(void *memory) {
  if (!memory) return;
  used_count--;
  release(block_of(memory));
}

void *calloc(size_t count, size_t size) {
  if (size && count > 0x7fff0000u / size) return NULL;
  void *memory = malloc(count * size);
  if (memory) __builtin_memset(memory, 0, count * size);
  return memory;
}

void *realloc(void *memory, size_t count) {
  if (!memory) return malloc(count);
  size_t room = size_of(block_of(memory)) - header_size;
  if (count <= room) return memory;
  void *moved = malloc(count);
  if (!moved) return NULL;
  __builtin_memcpy(moved, memory, room);
  free(memory);
  return moved;
}

// The number of blocks in use, for the test of leaks.
__attribute__((export_name("studio_block_count"))) uint32_t studio_block_count(void) { return used_count; }

// As in the program: without memory, it traps.
int posix_memalign(void **memory, size_t alignment, size_t count) {
  *memory = NULL;
  if (alignment <= 16) {
    *memory = malloc(count);
  } else if (count < 0x7fff0000u - 2 * alignment) {
    // One that is larger by the alignment; the part before the aligned place is freed.
    char *wide = malloc(count + alignment + least_size);
    if (wide) {
      char *place = (char *)(((uintptr_t)wide + alignment - 1) & ~(uintptr_t)(alignment - 1));
      while (place != wide && place - wide < least_size) place += alignment;
      block *b = block_of(wide);
      if (place != wide) {
        block *aligned = block_of(place);
        uint32_t front = (uint32_t)(place - wide);
        aligned->size = b->size - front;
        aligned->size_before = front;
        b->size = front;
        after(aligned)->size_before = aligned->size;
        release(b);
        b = aligned;
      }
      trim(b, block_size(count));
      *memory = memory_of(b);
    }
  }
  if (!*memory) __builtin_trap();
  return 0;
}

// Single instructions, with bulk memory.
void *memcpy(void *restrict to, const void *restrict from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

_Noreturn void abort(void) { __builtin_trap(); }

uintptr_t __stack_chk_guard = 0x5f3759df;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

// The product of two integers of 128 bits: in parts of 32 bits below, with carries.
typedef int wide_integer __attribute__((mode(TI)));
typedef union {
  wide_integer all;
  struct {
    uint64_t low, high;
  };
} wide_parts;

wide_integer __multi3(wide_integer one, wide_integer other) {
  wide_parts a = {one}, b = {other}, product;
  uint64_t a_low = (uint32_t)a.low, a_high = a.low >> 32, b_low = (uint32_t)b.low, b_high = b.low >> 32;
  uint64_t lowest = a_low * b_low;
  uint64_t middle = a_high * b_low + (lowest >> 32);
  uint64_t other_middle = a_low * b_high + (uint32_t)middle;
  product.low = other_middle << 32 | (uint32_t)lowest;
  product.high = a_high * b_high + (middle >> 32) + (other_middle >> 32) + a.high * b.low + a.low * b.high;
  return product.all;
}
