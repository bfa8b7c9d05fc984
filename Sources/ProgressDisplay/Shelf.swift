import ByteStrings
import Configuration
import LinuxSystem
import PNGCodec
import Pixels
import Raster
import Scenes
import Typesetting

/// What the painters of a session share: its fonts and words, and its picture, the configured one or the one that the feed
/// asks for.
final class Shelf {
  /// What texts are made with; nil where there is no font.
  let lettering: Lettering?
  private(set) var image: Image?
  private var hasToldFlaw = false
  private let configured: ByteString
  private let folders: [ByteString]
  private var path: ByteString?
  private var loadedCount = 0

  init(_ settings: Settings) {
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
        return Log.say(
          "picture " + wanted + ": not below one of image-folders; put it there, or name its folder"
        )
      }
      bytes = try FileSystem.read(
        wanted, limit: 256 << 20, for: asked.isEmpty ? .reading : .readingNoLink)
    } catch {
      return Log.say("picture: " + error.message)
    }
    do throws(PNGDecoder.DecodingError) {
      loadedCount += 1
      image = Image(try PNGDecoder.decode(bytes.span), identifier: loadedCount)
    } catch {
      Log.say("picture " + wanted + ": not a PNG that can be read: " + error.reason)
    }
  }

  /// Tells of the first text that could not be set as it should be.
  func tell(of flaw: TextFlaw?) {
    guard let flaw, !hasToldFlaw else { return }
    hasToldFlaw = true
    switch flaw {
    case .missing(let character):
      Log.say(
        "text: no font has " + Self.name(character)
          + "; a box stands for it. Give --fonts one that has it")
    case .unshaped(let character):
      Log.say(
        "text: " + Self.name(character)
          + " looks as its neighbours ask, and its word is in no font pack; put it into one as it is set"
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
