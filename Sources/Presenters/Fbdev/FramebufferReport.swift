package import Base
import LinuxSystem

/// The report on a framebuffer device, for diagnosing a dark display.
package enum FramebufferReport {
  /// Adds driver, resolution, bits per pixel and bytes per row to the open object.
  ///
  /// - Parameter path: the device's path.
  /// - Returns: the reason why the program cannot show frames on the device; nil if it can. A
  ///   device that cannot be opened adds nothing.
  package static func add(_ path: ByteString, to sheet: inout FactSheet) -> ByteString? {
    add(path, to: &sheet) { (path) throws(SystemError) in try FramebufferDevice(path) }
  }

  /// Adds the report on a device that `open` opens.
  static func add(
    _ path: ByteString, to sheet: inout FactSheet,
    open: (ByteString) throws(SystemError) -> any Framebuffer
  ) -> ByteString? {
    let state: FramebufferState
    do throws(SystemError) { state = try open(path).state() } catch { return error.message }
    sheet.say("driver", state.name)
    sheet.say("width", state.width)
    sheet.say("height", state.height)
    sheet.say("bits per pixel", state.bitsPerPixel)
    sheet.say("line length", state.stride)
    do throws(PresenterError) { _ = try FramebufferLayout(state) } catch { return error.message }
    return nil
  }
}
