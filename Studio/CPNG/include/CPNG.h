// The program's functions for PNG, without their bodies, which Swift cannot compile here.
#pragma once
#define CPNG_FUNCTION
#define CPNG_DECLARED_ONLY
#include "../../../Sources/CPNG/shim.h"
