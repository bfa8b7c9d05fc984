public import Base

/// The lamps behind panels. The kernel has a folder for each, with files of a number each.
public enum Backlight {
  /// Lights those that are dark: turns on what is off, raises what is at zero; leaves alone what shows something. May wait for a
  /// driver.
  ///
  /// - Parameters:
  ///   - percent: the share of its greatest brightness that one at zero is raised to, in `1...100`.
  ///   - folder: where the lamps are.
  public static func light(to percent: Int, in folder: ByteString = "/sys/class/backlight") {
    for name in FileSystem.names(in: folder) {
      let lamp = folder + "/" + name + "/"
      // First, so that it comes on as bright as it is to be.
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
    _ = try? FileDescriptor.open(path, for: .writing).writeAll(line.bytes.span)
  }
}
