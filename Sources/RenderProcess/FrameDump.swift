import Base
import LinuxSystem
import SessionProtocol

/// The render process's files in `dump-folder`: the newest frames, and a report on the cards.
enum FrameDump {
  static func write(_ painters: [FramePainter], _ settings: RenderSettings) {
    for (index, painter) in painters.enumerated() {
      guard let picture = painter.encoded() else { continue }
      var name: ByteString = "frame"
      if index > 0 { name += "-" + ByteString(index + 1) }
      DumpFile.write(picture.span, to: name + ".png", in: settings.dumpFolder)
    }
    let (found, failure) = CardReport.text(settings.displays, .lines)
    let probe =
      (found ?? "no card in /dev/dri, and no framebuffer device\n")
      + failure.map { $0 + "\n" }.orEmpty
    DumpFile.write(probe.bytes.span, to: "probe.txt", in: settings.dumpFolder)
  }
}
