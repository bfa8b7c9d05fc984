#pragma once
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <png.h>
#include <zlib.h>

// Macros that Swift does not import.
static const uint32_t cpng_format_rgba = PNG_FORMAT_RGBA;
static const uint32_t cpng_format_bgra = PNG_FORMAT_BGRA;
static const uint32_t cpng_format_rgb = PNG_FORMAT_RGB;
static const uint32_t cpng_version = PNG_IMAGE_VERSION;
static const uint32_t cpng_deep_is_srgb = PNG_IMAGE_FLAG_16BIT_sRGB;

/// The most bytes that libpng may write for an image, by its own reckoning.
static inline size_t cpng_size_limit(const png_image *image) { return PNG_IMAGE_PNG_SIZE_MAX(*image); }

struct cpng_source {
  const uint8_t *bytes;
  size_t count;
};

static inline void cpng_take(png_structp png, png_bytep target, size_t count) {
  struct cpng_source *source = (struct cpng_source *)png_get_io_ptr(png);
  if (count > source->count) png_error(png, "the file is cut off");
  memcpy(target, source->bytes, count);
  source->bytes += count;
  source->count -= count;
}
static inline void cpng_fail(png_structp png, png_const_charp message) {
  png_image *image = (png_image *)png_get_error_ptr(png);
  strncpy(image->message, message, sizeof image->message - 1);
  png_longjmp(png, 1);
}
static inline void cpng_warn(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

/// Reads a file into pixels as `png_image_finish_read` does for `cpng_format_bgra`, row by row: that function of libpng 1.6.39
/// gives each second row of a file that has 16 bits a sample and is interlaced to all others.
///
/// Returns whether it could; why not is the image's message.
static inline int cpng_read_rows(const void *bytes, size_t count, png_image *image, void *pixels) {
  struct cpng_source source = {(const uint8_t *)bytes, count};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, image, cpng_fail, cpng_warn);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  image->message[0] = 0;
  if (!info || setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, info ? &info : NULL, NULL);
    return 0;
  }
  png_set_read_fn(png, &source, cpng_take);
  png_set_user_limits(png, image->width, image->height);
  png_read_info(png, info);
  png_set_alpha_mode_fixed(png, PNG_ALPHA_PNG, PNG_DEFAULT_sRGB);
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  png_set_bgr(png);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != (size_t)image->width * 4) png_error(png, "not four bytes a pixel");
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t y = 0; y < image->height; y++) png_read_row(png, (png_bytep)pixels + (size_t)y * image->width * 4, NULL);
  png_read_end(png, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  return 1;
}
