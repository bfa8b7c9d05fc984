import Foundation

/// The program `fbprogress-fontpack`.
public enum Program {
  static let version = "1.0"

  static let help = """
    usage: fbprogress-fontpack [options] --output FILE --font FILE [--font FILE ...]
    Makes a font pack of fonts: the characters and words that a screen needs, and nothing else.

      --output FILE         the pack that is written (.fbfont)
      --font FILE[:N][@AXIS=VALUE,...]
                            a font; the first that has a character serves it. N is the face in a
                            collection, AXIS=VALUE like wght=600 a place in a variable font
      --characters RANGES   characters, like U+0020-007E,U+2190
      --texts FILE          every character of a text
      --words FILE          every word of a text, shaped if its script needs that
      --syllables FILE      every word of a text but those that look as shorter ones side by side:
                            syllables of Devanagari or Thai, of which the program composes words;
                            figures and punctuation beside them are packed in their font
      --catalogue FILE      every word of the values of LANGUAGE.conf, shaped as LANGUAGE does
      --units N             units of an em in the pack, 16 to 16384; otherwise as the first font
      --kerning-error N     lets pairs that are not ASCII kern N units off, for a smaller pack
      --no-kerning          leaves kerning out
      --tracking EM         adds a part of the em to the advance of each letter, like -0.018
      --beside FILE         a pack that is read before this one; its characters are left out
      --help, --version

    --font, --characters, --texts, --words, --syllables and --catalogue may be given more than once.
    Status 0: written; 1: fonts, texts or files are at fault; 2: the arguments are.

    """

  /// Does what the arguments say, without the program's name.
  ///
  /// - Returns: the status to end with.
  public static func run(_ arguments: [String]) -> Int32 {
    do throws(PackingError) {
      switch try Options.parse(arguments) {
      case .help: print(help, terminator: "")
      case .version: print("fbprogress-fontpack \(version)")
      case .pack(let options):
        var builder = try PackBuilder(options)
        let writer = try PackWriter(try builder.build())
        for warning in builder.warnings { complain(warning) }
        try write(writer.file, to: options.output)
        print(SizeTable.text(writer, path: options.output))
      }
      return 0
    } catch {
      complain(error.message)
      return error.status
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(PackingError) {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw PackingError("\(path): can't be written")
    }
  }

  private static func complain(_ message: String) {
    FileHandle.standardError.write(Data("fbprogress-fontpack: \(message)\n".utf8))
  }
}
