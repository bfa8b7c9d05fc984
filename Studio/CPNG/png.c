// The bodies of the program's functions for PNG, with setjmp.
#define CPNG_FUNCTION
#include "../../Sources/CPNG/shim.h"
