package import Base
import KMS
import LinuxSystem
package import Presenters
import SessionProtocol

/// The report on all cards that `probe` prints.
package enum CardReport {
  /// The report, which ends with a line feed, and the last error. The report is nil without a card,
  /// the error nil without a failure.
  package static func text(
    _ displays: DRMPresenter.Configuration, _ form: FactSheet.Form
  ) -> (text: ByteString?, failure: ByteString?) {
    var sheet = FactSheet(form)
    let named = displays.device.flatMap { $0.firstIndex(of: UInt8(ascii: "/")) == nil ? nil : $0 }
    let paths = named.map { [$0] } ?? Card.paths()
    if paths.isEmpty { return (nil, nil) }
    var failure: ByteString?
    sheet.object("probe") { sheet in
      sheet.say("version", ByteString(Version.number))
      sheet.list("cards") { sheet in
        for path in paths {
          do throws(KMSError) {
            try DeviceReport.add(
              try Card.open(path), path: path, displays.selection, usesAtomic: displays.usesAtomic,
              to: &sheet)
          } catch {
            failure = path + ": " + error.message
          }
        }
      }
    }
    return (sheet.text.hasSuffix("\n") ? sheet.text : sheet.text + "\n", failure)
  }
}
