import Base
import LinuxSystem
import SessionProtocol

/// The render process's files in `dump-folder`: the newest frames, and a report on the cards.
enum FrameDump {
  static func write(_ painters: [FramePainter], _ settings: RenderSettings) {
    for (index, painter) in painters.enumerated() {
      let name: ByteString = index == 0 ? "frame.png" : "frame-" + ByteString(index + 1) + ".png"
      if Traits.desk, let picture = painter.encoded() {
        DumpFile.write(picture.span, to: name, in: settings.dumpFolder)
      }
    }
    let (found, failure) = CardReport.text(settings.displays, .lines)
    let probe =
      (found ?? "no card in /dev/dri, and no framebuffer device\n")
      + (failure.map { $0 + "\n" } ?? "")
    DumpFile.write(probe.bytes.span, to: "probe.txt", in: settings.dumpFolder)
  }
}
