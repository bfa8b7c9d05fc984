#pragma once
#include <errno.h>
#include <xf86drm.h>
#include <xf86drmMode.h>
#include <drm_fourcc.h>

// Macros that Swift does not import. errno is read right after the call that set it.
static inline int cdrm_errno(void) { return errno; }
static const uint32_t cdrm_format_xrgb8888 = DRM_FORMAT_XRGB8888;
static const uint64_t cdrm_cap_dumb_buffer = DRM_CAP_DUMB_BUFFER;
static const uint64_t cdrm_cap_prefer_shadow = DRM_CAP_DUMB_PREFER_SHADOW;
static const uint64_t cdrm_cap_timestamp_monotonic = DRM_CAP_TIMESTAMP_MONOTONIC;
static const uint64_t cdrm_client_cap_atomic = DRM_CLIENT_CAP_ATOMIC;
static const uint64_t cdrm_client_cap_universal_planes = DRM_CLIENT_CAP_UNIVERSAL_PLANES;
