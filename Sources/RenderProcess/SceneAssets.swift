import Base
package import Configuration
import LinuxSystem
import PNGCodec
import Pixels
import Raster
import Scenes
import Text

/// What the painters of a session share: its fonts and words, the pictures behind everything, and the picture to be
/// revealed, the configured one or the one that the feed asks for.
package final class SceneAssets {
  /// What texts are made with; nil where there is no font.
  let lettering: Lettering?
  /// The picture to be revealed.
  private(set) var image: Image?
  private var placed: [PlacedPicture] = []
  // The files of those that could not be read.
  private var broken: [ByteString] = []
  private var hasToldFlaw = false
  private let configured: ByteString
  private let folders: [ByteString]
  private var path: ByteString?
  /// How many pictures were read.
  private(set) var loadedCount = 0

  package init(_ settings: Settings) {
    configured = settings.text("image") ?? ""
    lettering = LetteringLoader.load(settings)
    folders = (settings.text("image-folders") ?? "").split(at: UInt8(ascii: ":"))
  }

  /// Reads the picture that is wanted now, unless it is there. One that can't be read is told of once, and the
  /// picture before it stays.
  func load(_ asked: ByteString) {
    let wanted = asked.isEmpty ? configured : asked
    if wanted == path || wanted.isEmpty { return }
    path = wanted
    let bytes: [UInt8]
    do throws(SystemError) {
      // A feed may be written by others than the one who configured the program: it gets no links, no devices,
      // and no files but pictures.
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
    if let pixmap = Self.decode(bytes, wanted) { image = Image(pixmap, identifier: number()) }
  }

  /// All pictures that lists may refer to.
  var images: [Image] { (image.map { [$0] } ?? []) + placed.map { $0.image } }

  /// The picture of a plan, read and scaled unless it is there already; nil where it can't be read, which is told of.
  func picture(_ plan: PicturePlan) -> PlacedPicture? {
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
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.read(plan.path, limit: Self.byteLimit)
    } catch {
      Log.write("picture: " + error.message)
      return nil
    }
    guard let pixmap = Self.decode(bytes, plan.path) else { return nil }
    return PlacedPicture(plan, pixmap, identifier: number())
  }

  /// The most bytes of a picture's file.
  package static var byteLimit: Int { 64 << 20 }

  /// A number that no picture has had.
  private func number() -> Int {
    loadedCount += 1
    return loadedCount
  }

  private static func decode(_ bytes: [UInt8], _ path: ByteString) -> Pixmap? {
    do throws(PNGDecoder.DecodingError) {
      let picture = try PNGDecoder.decode(bytes.span, hasRoom: SystemMemory.hasRoom)
      if PNGDecoder.hasProfile(bytes.span) {
        Log.write("picture " + path + ": color profile ignored; save it as sRGB")
      }
      return picture
    } catch {
      Log.write("picture " + path + ": not a readable PNG: " + error.reason)
      return nil
    }
  }

  /// Tells of the first text that could not be set as it should be.
  func tell(of flaw: TextFlaw?) {
    guard let flaw, !hasToldFlaw else { return }
    hasToldFlaw = true
    switch flaw {
    case .missing(let character):
      Log.write(
        "text: missing character " + Self.name(character)
          + "; shown as a box; add a font pack with --fonts")
    case .unshaped(let character):
      Log.write(
        "text: " + Self.name(character)
          + " needs shaping, and its word is in no font pack; add the word to a pack"
      )
    }
  }

  /// A character's number as Unicode writes it.
  private static func name(_ character: UInt32) -> ByteString {
    var name: ByteString = "U+"
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
      // One that is not there, or has no name, holds nothing.
      guard let allowed = try? FileSystem.realPath(one) else { continue }
      // "/" ends with the slash that a folder below any other has behind its name.
      if folder == allowed || folder.hasPrefix(allowed.hasSuffix("/") ? allowed : allowed + "/") {
        return true
      }
    }
    return false
  }
}
