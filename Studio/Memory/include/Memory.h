// The C functions that a WebAssembly module without a system has to bring along. Nothing is called by name.
#pragma once
