// libdrm, and the macros of its headers that Swift does not import. Only KMS/LibDRM*.swift use it.
#pragma once
#include <errno.h>
#include <stddef.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

// Must follow the failed call directly.
static inline int cdrm_errno(void) { return errno; }
/// Returns the number of bytes read, or -errno.
static inline long cdrm_read(int fd, void *bytes, size_t count) {
  long result;
  do result = (long)read(fd, bytes, count);
  while (result < 0 && errno == EINTR);
  return result < 0 ? -(long)errno : result;
}
static inline int cdrm_create_dumb(int fd, struct drm_mode_create_dumb *dumb) {
  return drmIoctl(fd, DRM_IOCTL_MODE_CREATE_DUMB, dumb);
}
static inline int cdrm_map_dumb(int fd, struct drm_mode_map_dumb *map) {
  return drmIoctl(fd, DRM_IOCTL_MODE_MAP_DUMB, map);
}
static inline int cdrm_destroy_dumb(int fd, uint32_t handle) {
  struct drm_mode_destroy_dumb dumb = {.handle = handle};
  return drmIoctl(fd, DRM_IOCTL_MODE_DESTROY_DUMB, &dumb);
}

// The libdrm of many boards is older than this call.
static inline int cdrm_close_framebuffer(int fd, uint32_t framebuffer) {
  uint32_t both[2] = {framebuffer, 0};
  return drmIoctl(fd, DRM_IOWR(0xD0, both), both);
}

// Kernel numbers that the Swift code spells out, so that its tests need no kernel headers.
_Static_assert(sizeof(struct drm_mode_modeinfo) == 68, "Mode.blob");
_Static_assert(offsetof(struct drm_mode_modeinfo, name) == 36, "Mode.blob");
_Static_assert(DRM_MODE_FLAG_INTERLACE == 0x10 && DRM_MODE_FLAG_DBLSCAN == 0x20, "Mode");
_Static_assert(DRM_MODE_TYPE_PREFERRED == 0x08 && DRM_MODE_TYPE_USERDEF == 0x20, "Mode");
_Static_assert(sizeof(struct drm_event) == 8 && sizeof(struct drm_event_vblank) == 32, "PageFlipEvent");
_Static_assert(DRM_EVENT_FLIP_COMPLETE == 2, "PageFlipEvent");
_Static_assert(sizeof(struct drm_mode_rect) == 16, "DamageClips");
_Static_assert(DRM_MODE_PAGE_FLIP_EVENT == 0x001 && DRM_MODE_ATOMIC_TEST_ONLY == 0x100, "CommitFlags");
_Static_assert(DRM_MODE_ATOMIC_NONBLOCK == 0x200 && DRM_MODE_ATOMIC_ALLOW_MODESET == 0x400, "CommitFlags");
_Static_assert(DRM_MODE_LINK_STATUS_GOOD == 0, "AtomicCommit");
_Static_assert(DRM_CAP_DUMB_BUFFER == 1 && DRM_CAP_DUMB_PREFERRED_DEPTH == 3, "Capability");
_Static_assert(DRM_CAP_DUMB_PREFER_SHADOW == 4 && DRM_CAP_TIMESTAMP_MONOTONIC == 6, "Capability");
_Static_assert(DRM_CLIENT_CAP_UNIVERSAL_PLANES == 2 && DRM_CLIENT_CAP_ATOMIC == 3, "ClientCapability");
_Static_assert(DRM_MODE_OBJECT_CONNECTOR == 0xC0C0C0C0 && DRM_MODE_OBJECT_CRTC == 0xCCCCCCCC, "ObjectKind");
_Static_assert(DRM_MODE_OBJECT_PLANE == 0xEEEEEEEE, "ObjectKind");
_Static_assert(DRM_MODE_PROP_RANGE == 2 && DRM_MODE_PROP_IMMUTABLE == 4, "LibDRM.property");
