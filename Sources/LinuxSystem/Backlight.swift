public import Base

/// The backlights of panels: directories in sysfs with files of one number each.
public enum Backlight {
  /// Turns on every backlight that is off, and raises each that is at zero. Others stay unchanged.
  /// May wait for a driver.
  ///
  /// - Parameters:
  ///   - percent: the brightness to set instead of zero, as a share of the maximum, in `1...100`.
  ///   - folder: the directory of the backlights.
  public static func light(to percent: Int, in folder: ByteString = "/sys/class/backlight") {
    for name in FileSystem.names(in: folder) {
      let lamp = folder + "/" + name + "/"
      // Brightness first, so that the backlight turns on at its final brightness.
      if number(lamp + "brightness") == 0, let most = number(lamp + "max_brightness"), most > 0 {
        set(lamp + "brightness", to: max(1, most / 100 * percent + most % 100 * percent / 100))
      }
      if let power = number(lamp + "bl_power"), power != 0 { set(lamp + "bl_power", to: 0) }
    }
  }

  private static func number(_ path: ByteString) -> Int? {
    guard let bytes = try? FileSystem.read(path, limit: 64) else { return nil }
    let digits = ByteString(bytes).trimmed { $0 <= 0x20 }
    return digits.wholeNumber.flatMap { Int(exactly: $0) }
  }

  private static func set(_ path: ByteString, to number: Int) {
    let line = ByteString(number) + "\n"
    _ = try? FileDescriptor.open(path, for: .writing).write(line.bytes.span)
  }
}
