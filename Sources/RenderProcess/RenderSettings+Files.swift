import Base
import Configuration
package import LinuxSystem
import Presenters

// The files of the render process.
extension RenderSettings {
  /// These settings for a presenter of one more card.
  func ofFurtherCard(_ path: ByteString?) -> RenderSettings {
    var settings = self
    (settings.displays.device, settings.displays.isFurther) = (path, true)
    (settings.displays.wait, settings.framebuffer) = (nil, nil)
    settings.usesSerialConsole = false
    return settings
  }

  /// The files that the process may use from its start on; nil for no limit.
  ///
  /// A card, its driver's files and a panel's light may appear later, and under other numbers. So
  /// all devices are allowed. With `new-root` all paths lead to other files later.
  package var files: [Confinement.FileRule]? {
    if newRoot != nil { return nil }
    var rules = Confinement.FileRule.ofDisplays
    if let device = displays.device { rules.append(.devices(device)) }
    if let framebuffer { rules.append(.devices(framebuffer.path)) }
    // The folder of each picture: a file that is replaced is another one.
    for path in table.paths {
      rules += [.reading(path), .reading(FileSystem.folder(of: path))]
      // The program's own files may be beside it.
      if let found = SharedFiles.find(path), found != path {
        rules += [.reading(found), .reading(FileSystem.folder(of: found))]
      }
    }
    let folders = table.text(.imageFolders).orEmpty
    for path in folders.split(at: UInt8(ascii: ":")) { rules.append(.reading(path)) }
    if let rule = Confinement.FileRule.makingFolder(dumpFolder) { rules.append(rule) }
    if let output, presenter == .png || presenter == .terminal && !output.hasPrefix("/dev/") {
      rules.append(.making(FileSystem.folder(of: output)))
    }
    return rules
  }
}
