import ByteStrings
import Configuration
import KMS
import LinuxSystem
import Presenters

/// `fbprogress probe`: tells what displays there are, and what would be shown on.
enum ProbeCommand {
  static func run(_ options: Options) throws(CommandError) {
    var sheet = FactSheet(options.settings.flag("json") ? .json : .lines)
    let displays = options.displays
    let named = displays.device.flatMap { $0.firstIndex(of: UInt8(ascii: "/")) == nil ? nil : $0 }
    let paths = named.map { [$0] } ?? Card.paths()
    if paths.isEmpty {
      throw CommandError(
        .cannotPresent,
        "there is no card in /dev/dri; is its driver loaded? fbprogress render needs none")
    }
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
    do throws(SystemError) {
      try FileDescriptor.writeToStandardOutput(
        (sheet.text.hasSuffix("\n") ? sheet.text : sheet.text + "\n").bytes.span)
    } catch {
      throw CommandError(.cannotPresent, "standard output: " + error.message)
    }
    if let failure { throw CommandError(.cannotPresent, failure) }
  }
}
