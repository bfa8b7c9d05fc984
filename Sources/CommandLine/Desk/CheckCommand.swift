import Base
import Configuration
import LinuxSystem
import PNGCodec
import RenderProcess
import Scenes
import SessionProtocol
import Text

/// `fbprogress check FOLDER`: reports every mistake in a theme, a line each.
enum CheckCommand {
  static func run(words: [ByteString]) throws(CommandError) -> ExitStatus {
    guard words.count == 1 else {
      throw CommandError(.usage, "check looks at a theme's folder: fbprogress check FOLDER")
    }
    var settings = Settings()
    let (path, text): (ByteString, ByteString)
    do throws(ConfigurationError) {
      (path, text) = try Theme.read(words[0])
    } catch {
      throw CommandError(.usage, error.message + "; name the theme's folder")
    }
    var mistakes = SettingsFile.check(text, path: path, with: &settings, scope: .everywhere) {
      checkFile($0, $1)
    }
    checkBoxes(settings, path, &mistakes)
    if mistakes.isEmpty, let options = try? Options(settings) {
      for defect in ThemeInspection.defects(settings, StateSamples.all(options)) {
        mistakes.append(path + ": " + defect)
      }
    }
    for mistake in mistakes { Log.write(mistake, .error) }
    return mistakes.isEmpty ? .success : .usage
  }

  /// Adds a mistake for each pair of texts whose boxes overlap.
  private static func checkBoxes(
    _ settings: Settings, _ path: ByteString, _ mistakes: inout [ByteString]
  ) {
    var boxes: [(part: ScreenPart, alternative: ScreenPart?, box: SIMD4<Double>)] = []
    for caption in Caption.all {
      guard let box = settings.box(of: caption.part) else { continue }
      boxes.append((caption.part, caption.alternative, box))
    }
    for part in [ScreenPart.plan, .tail] {
      if let box = settings.box(of: part) { boxes.append((part, nil, box)) }
    }
    for (index, one) in boxes.enumerated() {
      for other in boxes[(index + 1)...] {
        let (first, second) = (one.box, other.box)
        let apart =
          first[0] + first[2] <= second[0] || second[0] + second[2] <= first[0]
          || first[1] + first[3] <= second[1] || second[1] + second[3] <= first[1]
        if !apart && other.alternative != one.part {
          mistakes.append(
            path + ": the boxes of " + one.part.rawValue + " and "
              + other.part.rawValue + " overlap; move one")
        }
      }
    }
  }

  /// The mistake in a file that a setting names; nil for none.
  static func checkFile(_ key: ByteString, _ file: ByteString) -> ByteString? {
    // Translations and fonts may be on the target only.
    if key == "locale-folder" { return nil }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.read(file, limit: SceneAssets.byteLimit)
    } catch {
      return error.message
    }
    if Traits.pictures, key.hasSuffix("image") {
      do throws(PictureProcess.Failure) { _ = try PictureProcess.decode(bytes) } catch {
        return file + ": not a readable PNG: " + error.reason
      }
      if APNGDecoder.statedArea(bytes.span) > 0 {
        do throws(PictureProcess.Failure) {
          _ = try PictureProcess.decodeFrames(bytes) { _, _, _ in true }
        } catch {
          return file + ": not animated: " + error.reason
        }
      }
      if PNGDecoder.hasProfile(bytes.span) {
        return file + ": color profile ignored; save it as sRGB"
      }
    } else if Traits.texts, key.hasSuffix("fonts") {
      do throws(FontPackError) { _ = try FontPack(bytes) } catch {
        return file + ": " + ByteString(error.reason)
      }
    }
    return nil
  }
}
