import ByteStrings
import Configuration
import KMS
import Pixels
import Presenters

extension Options {
  /// On which displays the settings want pictures to be shown.
  var displays: DRMPresenter.Configuration {
    var displays = DRMPresenter.Configuration(device: settings.text("device"), wait: wait)
    displays.usesAtomic = settings.flag("atomic")
    if let format = settings.choice("format"), format > 0 {
      displays.selection.format = PixelFormat.all[format - 1]
    }
    displays.selection.names =
      settings.text("output").map { $0.split(at: UInt8(ascii: ",")) } ?? []
    displays.selection.rotation = Rotation(rawValue: (settings.choice("rotate") ?? 0) - 1)
    return displays
  }

  /// On which framebuffer device they want them to be shown, for want of a display or instead; nil for none. A card that was
  /// named is meant, and nothing else.
  var framebuffer: FbdevPresenter.Configuration? {
    let (choice, device) = (settings.choice("presenter") ?? 0, settings.text("device"))
    let path = device ?? "/dev/fb0"
    guard choice == 2 || choice == 0 && path.hasPrefix("/dev/fb") else { return nil }
    var framebuffer = FbdevPresenter.Configuration(path: path, wait: wait)
    framebuffer.rotation = displays.selection.rotation ?? .none
    framebuffer.isFallback = choice == 0 && device == nil
    return framebuffer
  }
}
