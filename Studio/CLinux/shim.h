// Of the calls of Linux, those that need no system.
#pragma once
#include "../../Sources/CLinux/expressions.h"
