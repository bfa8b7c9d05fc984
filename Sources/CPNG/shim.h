#pragma once
#include <png.h>

// The one pixel layout that the program exchanges with libpng is a macro there.
static const uint32_t cpng_format_rgba = PNG_FORMAT_RGBA;
static const uint32_t cpng_format_rgb = PNG_FORMAT_RGB;
static const uint32_t cpng_version = PNG_IMAGE_VERSION;
