// setjmp in WebAssembly: the compiler makes an exception of each longjmp; jump.c has what it calls.
#pragma once
typedef struct {
  void *invocation;
  unsigned label;
  struct {
    void *env;
    int value;
  } thrown;
} jmp_buf[1];
int setjmp(jmp_buf) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf, int);
