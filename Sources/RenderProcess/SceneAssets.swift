package import Base
package import Configuration
import LinuxSystem
import PNGCodec
import Pixels
import Raster
import Scenes
package import SessionProtocol
import Text

/// Resources that the painters of a session share: fonts, texts, background pictures, and the
/// picture to reveal.
package final class SceneAssets {
  /// Fonts and texts; nil without a font.
  let lettering: Lettering?
  /// The picture to reveal: the configured one, or the one that the feed selects.
  private(set) var image: Image?
  private var placed: [PlacedPicture] = []
  // The paths of unreadable pictures, and of pictures that killed earlier processes.
  private var broken: [ByteString] = []
  private var hasToldFlaw = false
  private let configured: ByteString
  private let folders: [ByteString]
  private var path: ByteString?
  /// The number of loaded pictures.
  private(set) var loadedCount = 0
  /// Whether the feed's picture and style are ignored.
  let isSafe: Bool
  private let report: (PresenterReport) -> Void

  /// Loads the fonts and texts that settings name. Pictures are loaded later.
  ///
  /// - Parameters:
  ///   - isSafe: whether to ignore the feed's picture and style.
  ///   - refused: the paths of pictures that are not read.
  ///   - report: called before and after a picture is read, and if it is refused.
  package init(
    _ settings: Settings, isSafe: Bool = false, refused: [ByteString] = [],
    report: @escaping (PresenterReport) -> Void = { _ in }
  ) {
    (self.isSafe, self.report) = (isSafe, report)
    broken = refused
    configured = settings.text(.image).orEmpty
    lettering = LetteringLoader.load(settings)
    folders = settings.text(.imageFolders).orEmpty.split(at: UInt8(ascii: ":"))
  }

  /// Loads the picture to reveal, unless it is loaded. If it cannot be read, logs that once and
  /// keeps the previous picture.
  func load(_ asked: ByteString) {
    if !Traits.pictures { return }
    let wanted = asked.isEmpty || isSafe ? configured : asked
    if wanted == path || wanted.isEmpty { return }
    path = wanted
    if broken.contains(wanted) { return }
    report(.init(.pictureBegun, text: wanted))
    defer { report(.init(.pictureEnded)) }
    let bytes: [UInt8]
    do throws(SystemError) {
      // The feed's writer may have fewer rights than this process. So its paths lead only to PNG
      // files in allowed folders, without links and devices.
      if !asked.isEmpty, try !isInFolder(wanted) {
        return Log.write(
          "picture " + wanted + ": not in image-folders; move it there, or add its folder"
        )
      }
      bytes = try FileSystem.read(
        wanted, limit: Self.byteLimit, for: asked.isEmpty ? .reading : .readingNoLink)
    } catch {
      return Log.write("picture: " + error.message)
    }
    if let pixmap = decode(bytes, wanted) { image = Image(pixmap, identifier: number()) }
  }

  /// All pictures that display lists may refer to.
  var images: [Image] { (image.map { [$0] } ?? []) + placed.map { $0.image } }

  /// A plan's picture, loaded and scaled at the first call; nil if it cannot be read, which is
  /// logged once.
  func picture(_ plan: PicturePlan) -> PlacedPicture? {
    if !Traits.pictures { return nil }
    for known in placed where known.plan == plan { return known }
    if broken.contains(plan.path) { return nil }
    if let picture = read(plan) {
      placed.append(picture)
      return picture
    }
    broken.append(plan.path)
    return nil
  }

  private func read(_ plan: PicturePlan) -> PlacedPicture? {
    report(.init(.pictureBegun, text: plan.path))
    defer { report(.init(.pictureEnded)) }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.read(plan.path, limit: Self.byteLimit)
    } catch {
      Log.write("picture: " + error.message)
      return nil
    }
    guard let pixmap = decode(bytes, plan.path) else { return nil }
    let isAnimated = APNGDecoder.statedArea(bytes.span) > 0
    return PlacedPicture(plan, pixmap, isAnimated: isAnimated, identifier: number())
  }

  /// Reads the frames of animated pictures, each once. Without them a picture shows the image that
  /// decoders of plain PNG show. The first frame of the screen does not wait for that.
  func readFrames() {
    if !Traits.pictures { return }
    for picture in placed where picture.owesFrames {
      report(.init(.pictureBegun, text: picture.plan.path))
      let reason = readFrames(of: picture)
      report(.init(.pictureEnded))
      if reason.isEmpty { continue }
      Log.write("picture " + picture.plan.path + ": not animated: " + reason)
    }
  }

  /// Returns why the frames could not be read; empty if they are.
  private func readFrames(of picture: PlacedPicture) -> ByteString {
    let frames = picture.beginFrames()
    do throws(SystemError) {
      let bytes = try FileSystem.read(picture.plan.path, limit: Self.byteLimit)
      do throws(PictureProcess.Failure) {
        let plays = try PictureProcess.decodeFrames(bytes) { frames.append($0, $1, $2) }
        if frames.reason.isEmpty,
          let (image, times) = frames.finish(plays: plays, identifier: number())
        {
          picture.set(image, times)
        }
        return frames.reason
      } catch {
        return error.reason
      }
    } catch {
      return error.message
    }
  }

  /// The largest accepted file, bytes.
  package static var byteLimit: Int { 64 << 20 }

  /// A new identifier of a picture.
  private func number() -> Int {
    loadedCount += 1
    return loadedCount
  }

  private func decode(_ bytes: [UInt8], _ path: ByteString) -> Pixmap? {
    do throws(PictureProcess.Failure) {
      let picture = try PictureProcess.decode(bytes)
      if PNGDecoder.hasProfile(bytes.span) {
        Log.write("picture " + path + ": color profile ignored; save it as sRGB")
      }
      return picture
    } catch {
      Log.write("picture " + path + ": not a readable PNG: " + error.reason)
      if error.isFiles {
        broken.append(path)
        report(.init(.pictureRefused, text: path))
      }
      return nil
    }
  }

  /// Forgets which pictures could not be read, so that they are read again.
  func readAgain() {
    broken = []
    path = nil
  }

  /// Logs the first defect of a text.
  func logFlaw(_ flaw: TextFlaw?) {
    guard let flaw, !hasToldFlaw else { return }
    hasToldFlaw = true
    switch flaw {
    case .missing(let characters):
      Log.write(
        "text: missing characters" + Self.names(characters)
          + "; shown as boxes; add a font pack with --fonts")
    case .unshaped(let character):
      Log.write(
        "text: " + Self.name(character)
          + " needs shaping, and its word is in no font pack; add the word to a pack"
      )
    }
  }

  /// Characters as U+XXXX, and their scripts in parentheses, after a blank.
  private static func names(_ characters: [UInt32]) -> ByteString {
    var (names, scripts): (ByteString, [StaticBytes]) = ("", [])
    for (index, character) in characters.enumerated() {
      if index == TextFlaw.missingLimit {
        names += " and others"
        break
      }
      names += " " + name(character)
      if let script = Characters.script(of: character), !scripts.contains(script) {
        scripts.append(script)
      }
    }
    for (index, script) in scripts.enumerated() {
      names += (index == 0 ? " (" : ", ") + ByteString(script)
    }
    return scripts.isEmpty ? names : names + ")"
  }

  /// A character's code point as U+XXXX.
  private static func name(_ character: UInt32) -> ByteString {
    var name = ByteString(StaticBytes("U+"))
    var shift: UInt32 = character > 0xffff ? 20 : 12
    while true {
      let digit = UInt8(truncatingIfNeeded: character >> shift & 0xf)
      name.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") - 10 + digit)
      if shift == 0 { return name }
      shift -= 4
    }
  }

  private func isInFolder(_ path: ByteString) throws(SystemError) -> Bool {
    let folder = try FileSystem.realPath(FileSystem.folder(of: path))
    for one in folders {
      // A missing folder contains nothing.
      guard let allowed = try? FileSystem.realPath(one) else { continue }
      // The folder "/" already ends with a slash.
      if folder == allowed || folder.hasPrefix(allowed.hasSuffix("/") ? allowed : allowed + "/") {
        return true
      }
    }
    return false
  }
}
