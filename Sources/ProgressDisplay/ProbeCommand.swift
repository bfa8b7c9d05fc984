import ByteStrings
import Configuration
import KMS
import LinuxSystem
import Presenters

/// `fbprogress probe`: tells what displays there are, and what would be shown on.
enum ProbeCommand {
  static func run(_ options: Options) throws(CommandError) {
    let (text, failure) = report(options, options.settings.flag("json") ? .json : .lines)
    guard let text else {
      throw CommandError(
        .cannotPresent,
        "there is no card in /dev/dri; is its driver loaded? fbprogress render needs none")
    }
    do throws(SystemError) {
      try FileDescriptor.writeToStandardOutput(text.bytes.span)
    } catch {
      throw CommandError(.cannotPresent, "standard output: " + error.message)
    }
    if let failure { throw CommandError(.cannotPresent, failure) }
  }

  /// What there is, ended by a line feed, nil for no card; and what went wrong last, if anything.
  static func report(
    _ options: Options, _ form: FactSheet.Form
  ) -> (text: ByteString?, failure: ByteString?) {
    var sheet = FactSheet(form)
    let displays = options.displays
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
