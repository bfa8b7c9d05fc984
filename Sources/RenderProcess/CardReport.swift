package import Base
import KMS
import LinuxSystem
package import Presenters
import SessionProtocol

/// The report on all cards and framebuffer devices that `probe` prints.
package enum CardReport {
  /// The report, which ends with a line feed, and the last error of a card. The report is nil
  /// without a card and without a framebuffer device, the error nil without a failure.
  package static func text(
    _ displays: DRMPresenter.Configuration, _ form: FactSheet.Form
  ) -> (text: ByteString?, failure: ByteString?) {
    var sheet = FactSheet(form)
    let named = displays.device.flatMap { $0.firstIndex(of: UInt8(ascii: "/")) == nil ? nil : $0 }
    let isFramebuffer = named?.hasPrefix("/dev/fb") ?? false
    let paths = isFramebuffer ? [] : named.map { [$0] } ?? Card.paths()
    let framebuffers = (try? FileSystem.numbered("fb", in: "/dev")) ?? []
    if paths.isEmpty, framebuffers.isEmpty { return (nil, nil) }
    var failure: ByteString?
    sheet.object("probe") { sheet in
      sheet.say("version", Version.number)
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
      sheet.list("framebuffers") { sheet in
        for path in framebuffers {
          sheet.object("framebuffer") { sheet in
            sheet.say("path", path)
            let reason = FramebufferReport.add(path, to: &sheet)
            if let reason { sheet.say("reason", reason) }
          }
        }
      }
    }
    return (sheet.text.hasSuffix("\n") ? sheet.text : sheet.text + "\n", failure)
  }
}
