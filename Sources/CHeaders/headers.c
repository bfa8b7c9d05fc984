// SwiftPM tracks no header of a system library, so it would miss an edit of one. It does track the
// headers of a C file, and the C files of a target that another one depends on. This file includes
// every header; Package.swift makes it a dependency of each target that imports one. No code results.
#include "../CDRM/shim.h"
#include "../CLinux/shim.h"
#include "../CPNG/shim.h"
#include "../CVectors/vectors.h"
