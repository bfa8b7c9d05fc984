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
    displays.selection.names =
      settings.text("output").map { $0.split(at: UInt8(ascii: ",")) } ?? []
    displays.selection.rotation = Rotation(rawValue: (settings.choice("rotate") ?? 0) - 1)
    return displays
  }
}
