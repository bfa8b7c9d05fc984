#pragma once
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <png.h>
#include <zlib.h>

/// Returns the most bytes that `cpng_pack` makes of `count` bytes.
static inline size_t cpng_pack_room(size_t count) { return deflateBound(NULL, count); }

/// Compresses bytes as a zlib stream (RFC 1950). Returns its length; 0 if it does not fit into `room`
/// bytes, or memory is short.
static inline size_t cpng_pack(const void *bytes, size_t count, void *packed, size_t room, int effort) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = (Bytef *)packed;
  stream.avail_out = (uInt)room;
  if (deflateInit(&stream, effort) != Z_OK) return 0;
  int result = deflate(&stream, Z_FINISH);
  deflateEnd(&stream);
  return result == Z_STREAM_END ? room - stream.avail_out : 0;
}

/// A file that is being decoded. Calls that can fail return whether they succeeded, and leave the
/// reason in `message`.
struct cpng_reader {
  const uint8_t *bytes;
  size_t count;
  png_structp png;
  png_infop info;
  uint32_t width;
  uint32_t height;
  char message[64];
};

// In WebAssembly, Swift's compiler makes no use of setjmp: there a C file defines these functions.
#ifndef CPNG_FUNCTION
#define CPNG_FUNCTION static inline
#endif
/// Begins to decode a file and determines its width and height. The bytes must stay valid.
/// `cpng_end` must follow in every case.
CPNG_FUNCTION int cpng_begin(struct cpng_reader *reader, const void *bytes, size_t count);
/// Prepares to read rows of four bytes a pixel: blue, green, red, alpha. Returns the number of passes,
/// one for a file that is not interlaced; 0 after an error.
CPNG_FUNCTION int cpng_start(struct cpng_reader *reader);
/// Decodes a row. A later pass of an interlaced file needs the row of the pass before.
CPNG_FUNCTION int cpng_read_row(struct cpng_reader *reader, void *row, int is_last);
/// Frees what decoding took.
CPNG_FUNCTION void cpng_end(struct cpng_reader *reader);

#ifndef CPNG_DECLARED_ONLY
static inline void cpng_take(png_structp png, png_bytep target, size_t count) {
  struct cpng_reader *reader = (struct cpng_reader *)png_get_io_ptr(png);
  if (count > reader->count) png_error(png, "the file is cut off");
  memcpy(target, reader->bytes, count);
  reader->bytes += count;
  reader->count -= count;
}
static inline void cpng_fail(png_structp png, png_const_charp message) {
  struct cpng_reader *reader = (struct cpng_reader *)png_get_error_ptr(png);
  strncpy(reader->message, message, sizeof reader->message - 1);
  png_longjmp(png, 1);
}
static inline void cpng_warn(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

/// The maximum width and height, pixels.
static const uint32_t cpng_side_limit = 1 << 16;
/// The maximum number of bytes that follow those of the last row, compressed. libpng decompresses
/// them all, to find that the file has too much data.
static const size_t cpng_excess_limit = 1 << 16;

CPNG_FUNCTION int cpng_begin(struct cpng_reader *reader, const void *bytes, size_t count) {
  memset(reader, 0, sizeof *reader);
  reader->bytes = (const uint8_t *)bytes;
  reader->count = count;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, cpng_fail, cpng_warn);
  reader->info = reader->png ? png_create_info_struct(reader->png) : NULL;
  if (!reader->info) {
    strcpy(reader->message, "out of memory");
    return 0;
  }
  if (setjmp(png_jmpbuf(reader->png))) return 0;
  // Skip all chunks that do not affect the pixels, without decompressing them: a chunk of text or a
  // color profile of a few kilobytes may hold megabytes. The libpng of the static programs is built
  // without code for such chunks.
#ifdef PNG_HANDLE_AS_UNKNOWN_SUPPORTED
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
#endif
  png_set_chunk_cache_max(reader->png, 1);
  png_set_chunk_malloc_max(reader->png, 8 << 20);
  png_set_user_limits(reader->png, cpng_side_limit, cpng_side_limit);
  // Invalid ones of these are no error, either.
  png_set_benign_errors(reader->png, 1);
  png_set_read_fn(reader->png, reader, cpng_take);
  png_read_info(reader->png, reader->info);
  reader->width = png_get_image_width(reader->png, reader->info);
  reader->height = png_get_image_height(reader->png, reader->info);
  return 1;
}

CPNG_FUNCTION int cpng_start(struct cpng_reader *reader) {
  png_structp png = reader->png;
  if (setjmp(png_jmpbuf(png))) return 0;
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  png_set_bgr(png);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  if (png_get_rowbytes(png, reader->info) != (size_t)reader->width * 4) png_error(png, "not four bytes a pixel");
  return passes;
}

CPNG_FUNCTION int cpng_read_row(struct cpng_reader *reader, void *row, int is_last) {
  png_structp png = reader->png;
  if (setjmp(png_jmpbuf(png))) return 0;
  // A sample has two bytes at most. No later chunk is read.
  size_t last = (size_t)reader->width * 8 + cpng_excess_limit;
  if (is_last && reader->count > last) reader->count = last;
  png_read_row(png, (png_bytep)row, NULL);
  return 1;
}

CPNG_FUNCTION void cpng_end(struct cpng_reader *reader) {
  if (reader->png) png_destroy_read_struct(&reader->png, reader->info ? &reader->info : NULL, NULL);
}
#endif
