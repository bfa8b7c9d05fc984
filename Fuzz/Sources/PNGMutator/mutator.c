// How the fuzzer changes PNG files: after each change the checksums are right again, and sometimes the length of a chunk.
// Otherwise libpng refuses nearly every changed file at the first chunk, and its other code is never reached.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t capacity);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t capacity, unsigned seed);

static uint32_t checksum(const uint8_t *bytes, size_t count) {
  uint32_t sum = 0xffffffff;
  for (size_t i = 0; i < count; i++) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum;
}
static uint32_t load(const uint8_t *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}
static void store(uint8_t *at, uint32_t value) {
  for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (24 - 8 * i));
}

/// Mends the signature and each chunk's checksum. A chunk that would reach beyond the end gets the rest as its length.
static void mend(uint8_t *data, size_t size) {
  static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  if (size < 8) return;
  memcpy(data, signature, 8);
  for (size_t place = 8; place + 12 <= size;) {
    size_t room = size - place - 12;
    uint32_t length = load(data + place);
    if (length > room) store(data + place, length = (uint32_t)room);
    store(data + place + 8 + length, checksum(data + place + 4, length + 4));
    place += 12 + (size_t)length;
  }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t capacity, unsigned seed) {
  // One chunk's contents change, so that the chunks behind it stay in their places; or all may.
  size_t places[64], count = 0;
  for (size_t place = 8; place + 12 <= size && count < 64;) {
    uint32_t length = load(data + place);
    if (length > size - place - 12) break;
    places[count++] = place;
    place += 12 + (size_t)length;
  }
  if (count > 0 && seed % 8 != 0) {
    size_t place = places[seed / 8 % count];
    size_t length = load(data + place), behind = size - place - 8 - length;
    uint8_t rest[1 << 16];
    if (behind <= sizeof rest) {
      memcpy(rest, data + place + 8 + length, behind);
      size_t room = capacity - place - 8 - behind;
      size_t now = length == 0 && room == 0 ? 0 : LLVMFuzzerMutate(data + place + 8, length, room);
      store(data + place, (uint32_t)now);
      memcpy(data + place + 8 + now, rest, behind);
      size = place + 8 + now + behind;
      mend(data, size);
      return size;
    }
  }
  size = LLVMFuzzerMutate(data, size, capacity);
  // Some files stay broken, as those of disks are.
  if (seed % 64 != 0) mend(data, size);
  return size;
}
