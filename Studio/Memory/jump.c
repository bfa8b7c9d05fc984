// The functions that code with setjmp and longjmp calls in WebAssembly.
#include "setjmp.h"

// Marks a buffer as set by a call of a function.
void __wasm_setjmp(jmp_buf buffer, unsigned label, void *invocation) {
  buffer->invocation = invocation;
  buffer->label = label;
}

// Returns the label of a buffer that this call of a function set; 0 for another's.
unsigned __wasm_setjmp_test(jmp_buf buffer, void *invocation) {
  return buffer->invocation == invocation ? buffer->label : 0;
}

// Throws to the call that set a buffer. Tag 1 is C's.
void __wasm_longjmp(jmp_buf buffer, int value) {
  buffer->thrown.env = buffer;
  buffer->thrown.value = value ? value : 1;
  __builtin_wasm_throw(1, &buffer->thrown);
}
