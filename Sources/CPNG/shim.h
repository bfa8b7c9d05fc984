#pragma once
#include <stddef.h>
#include <stdint.h>
#include <png.h>
#include <zlib.h>

// Macros that Swift does not import.
static const uint32_t cpng_format_rgba = PNG_FORMAT_RGBA;
static const uint32_t cpng_format_rgb = PNG_FORMAT_RGB;
static const uint32_t cpng_version = PNG_IMAGE_VERSION;
static const uint32_t cpng_deep_is_srgb = PNG_IMAGE_FLAG_16BIT_sRGB;

/// The most bytes that libpng may write for an image, by its own reckoning.
static inline size_t cpng_size_limit(const png_image *image) { return PNG_IMAGE_PNG_SIZE_MAX(*image); }
