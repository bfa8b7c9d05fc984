package import Base
import LinuxSystem

/// The report on a framebuffer device, for finding out why a display stays dark.
package enum FramebufferReport {
  /// Writes the driver, the resolution, the bits of a pixel and the bytes of a row into the open
  /// object.
  ///
  /// - Parameter path: the device's.
  /// - Returns: why the program cannot show on the device; nil if it can. Nothing is written about
  ///   a device that cannot be opened.
  package static func add(_ path: ByteString, to sheet: inout FactSheet) -> ByteString? {
    add(path, to: &sheet) { (path) throws(SystemError) in try FramebufferDevice(path) }
  }

  /// The same for a device that `open` opens.
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
