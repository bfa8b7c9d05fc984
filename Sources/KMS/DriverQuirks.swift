public import Base
import Pixels

/// The properties of a driver that the kernel reports nowhere.
public struct DriverQuirks: Sendable {
  /// The versions of a driver that upload: a commit copies the framebuffer to the device, and
  /// scan-out reads the copy.
  ///
  /// Such a driver needs one dumb buffer. A commit of the same framebuffer copies only its damage.
  /// Drawing between two commits causes no tearing.
  enum Upload: Sendable {
    /// Scan-out reads the framebuffer itself.
    case never
    /// In all versions.
    case always
    /// In the versions that have the plane property FB_DAMAGE_CLIPS.
    case withDamageClips
    /// In all versions, but `DRM_IOCTL_MODE_DIRTYFB` copies to the place of the first CRTC only.
    case firstCRTC
  }

  /// The gray levels to which a driver reduces colors, by a threshold.
  enum Grays: Sendable {
    /// Colors, or enough gray levels.
    case none
    /// Black and white.
    case bits
    /// Black and white on displays of 126 to 132 columns and at most 64 rows, colors on others.
    case bitsOfSmallDisplays
    /// Four grays.
    case four
  }

  /// The driver's name, as `drmGetVersion` reports it.
  let name: StaticBytes
  /// The versions that upload.
  let upload: Upload
  /// Whether it copies the bounding box of a commit's damage, at least in some versions.
  public let mergesDamage: Bool
  /// Whether it drives the firmware's framebuffer, until a native driver replaces it.
  public let isOfFirmware: Bool
  /// Whether its atomic page flips succeed without effect, so that legacy calls are used.
  public let prefersLegacy: Bool
  /// The timeout after which it gives an upload up without an error; nil if it never does.
  public let uploadLimit: Duration?
  /// The gray levels of its displays.
  private let grays: Grays

  private init(
    _ name: StaticBytes, _ upload: Upload = .always, mergesDamage: Bool = false,
    isOfFirmware: Bool = false, prefersLegacy: Bool = false, uploadLimit: Duration? = nil,
    grays: Grays = .none
  ) {
    (self.uploadLimit, self.grays) = (uploadLimit, grays)
    (self.name, self.upload) = (name, upload)
    (self.mergesDamage, self.isOfFirmware) = (mergesDamage, isOfFirmware)
    self.prefersLegacy = prefersLegacy
  }

  /// The quirks of a driver; those of scan-out hardware for a driver that the table lacks.
  public init(of driver: ByteString) {
    self = Self.table.first { driver == $0.name } ?? Self("", .never)
  }

  /// Whether commits to these pipes upload.
  func uploads(to pipes: [DisplayPipe], hasDamageClips: Bool) -> Bool {
    switch upload {
    case .never: false
    case .always: true
    case .withDamageClips: hasDamageClips
    case .firstCRTC: pipes.allSatisfy { $0.crtc.index == 0 }
    }
  }

  /// Bits of gray to which it reduces a display's colors; 0 for colors.
  func grayBits(of size: PixelSize) -> Int {
    switch grays {
    case .none: 0
    case .bits: 1
    case .bitsOfSmallDisplays: (126...132).contains(size.width) && size.height <= 64 ? 1 : 0
    case .four: 2
    }
  }

  // Sources: drivers/gpu/drm of Linux 6.1 and 6.12. "Merged" is `drm_atomic_helper_damage_merged`,
  // "shadow plane" the helpers of drm_gem_atomic_helper.c, which copy during the commit.
  static let table: [DriverQuirks] = [
    // virtgpu_plane.c: TRANSFER_TO_HOST_2D of the merged damage. The host copies when it reads the
    // queue: a frame drawn before may show early, until its own commit. FB_DAMAGE_CLIPS and
    // `ignore_damage_clips` (set when the framebuffer changes) came with 6.8. Kernels without
    // "Clear ignore_damage_clips in plane-state duplication" (June 2026) never clear the latter,
    // and copy everything; that costs the same with one buffer as with two.
    Self("virtio_gpu", mergesDamage: true),
    // qxl_display.c: a commit copies the whole framebuffer; `qxl_framebuffer_surface_dirty` copies
    // the box around the clips, without the offset of the CRTC.
    Self("qxl", .firstCRTC, mergesDamage: true),
    // vmwgfx_kms.c: `ignore_damage_clips` as above. The legacy display unit, which has no
    // FB_DAMAGE_CLIPS, scans the framebuffer out. On VirtualBox atomic page flips succeed and the
    // display is frozen (github.com/kmscon/kmscon/pull/515, September 2026, all versions).
    Self("vmwgfx", .withDamageClips, prefersLegacy: true),
    // udl_modeset.c: USB, shadow plane; merged until 6.1.
    Self("udl", mergesDamage: true),
    // gud_pipe.c: USB, merged; shadow plane since 6.3. Before, a worker copies the damage after the
    // commit's event: a frame drawn meanwhile may show early, until its own commit. Gives pixels up
    // after 3 s (`gud_usb_bulk`), a request after 5 s.
    Self("gud", mergesDamage: true, uploadLimit: .seconds(3)),
    // gm12u320.c: USB, merged; a worker copies the damage after the commit's event, and sends all
    // of the picture again and again. One buffer would save no bytes.
    Self("gm12u320", .never, mergesDamage: true),
    // ssd130x.c: I2C or SPI, shadow plane; merged in 6.1. SSD1305 to SSD1309 and SH1106 have bits,
    // SSD132x 16 grays and other sizes, SSD133x colors and 96×64.
    Self("ssd130x", mergesDamage: true, grays: .bitsOfSmallDisplays),
    // st7571.c: I2C or SPI, shadow plane; bits, or four grays. Its R1 begins with the lowest bit.
    Self("st7571", grays: .bits),
    // sharp-memory.c: SPI, merged, whole rows; bits.
    Self("sharp_memory_display", mergesDamage: true, grays: .bits),
    // drm_mipi_dbi.c, ili9225.c, st7586.c: SPI, merged; copied during the commit.
    Self("panel-mipi-dbi", mergesDamage: true), Self("hx8357d", mergesDamage: true),
    Self("ili9163", mergesDamage: true), Self("ili9225", mergesDamage: true),
    Self("ili9341", mergesDamage: true), Self("ili9486", mergesDamage: true),
    Self("mi0283qt", mergesDamage: true), Self("st7586", mergesDamage: true, grays: .four),
    Self("st7735r", mergesDamage: true),
    // appletbdrm.c (6.15): USB, shadow plane; one message for all damage, given up after 1 s.
    Self("appletbdrm", uploadLimit: .seconds(1)),
    // pixpaper.c (6.18): SPI; each commit copies everything. Grays are shown as white.
    Self("pixpaper", grays: .bits),
    // evdi_modeset.c (DisplayLink's module): a process copies everything after the commit's event.
    // One buffer would save no bytes, and tear.
    Self("evdi", .never),
    // repaper.c: SPI; each commit copies everything ("repaper can't do partial updates"); bits.
    Self("repaper", grays: .bits),
    // hyperv_drm_modeset.c: shadow plane, merged.
    Self("hyperv_drm", mergesDamage: true),
    // cirrus.c, renamed cirrus-qemu in 6.14: shadow plane. 6.1, without FB_DAMAGE_CLIPS, copies
    // damage to a wrong place where it converts to 16 or 24 bits (`cirrus_fb_blit_rect`).
    Self("cirrus", .withDamageClips), Self("cirrus-qemu", .withDamageClips),
    // mgag200_mode.c: shadow plane.
    Self("mgag200"),
    // ast_mode.c: shadow plane in 6.12; 6.1 scans buffers out of video memory.
    Self("ast", .withDamageClips),
    // bochs.c: 6.1 and 6.12 scan buffers out of video memory; later versions have a shadow plane.
    Self("bochs-drm", .withDamageClips),
    // simpledrm.c, ofdrm.c and their successors: shadow plane.
    Self("simpledrm", isOfFirmware: true), Self("ofdrm", isOfFirmware: true),
    Self("efidrm", isOfFirmware: true), Self("vesadrm", isOfFirmware: true),
  ]
}
