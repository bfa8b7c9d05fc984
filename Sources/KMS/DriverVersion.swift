public import ByteStrings

/// A driver's name and version, such as "vc4 0.0.0".
public struct DriverVersion: Sendable {
  /// Its name.
  public var name: ByteString
  /// Its version.
  public var major, minor, patch: Int

  /// Creates a version.
  public init(name: ByteString, major: Int, minor: Int, patch: Int) {
    (self.name, self.major, self.minor, self.patch) = (name, major, minor, patch)
  }

  /// Whether it drives what the firmware has set up, until another comes that knows the display.
  public var isOfFirmware: Bool {
    name.says("simpledrm") || name.says("ofdrm") || name.says("efidrm") || name.says("vesadrm")
  }

  /// Whether it sends the one box that holds all damage, over a slow wire: those on top of the kernel's `drm_mipi_dbi`, and
  /// others that merge the clips of a commit (`drm_atomic_helper_damage_merged`).
  public var mergesDamage: Bool {
    for one: Words in [
      "panel-mipi-dbi", "hx8357d", "ili9163", "ili9225", "ili9341", "ili9486", "mi0283qt", "st7586",
      "st7735r", "gm12u320", "gud",
    ] where name.says(one) {
      return true
    }
    return false
  }
}
