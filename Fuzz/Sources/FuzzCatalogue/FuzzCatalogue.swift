import Base
import Configuration
import FuzzSupport
import Text

/// Catalogues: errors name their line, and whatever a text has in braces, all that is to be said can be.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzInput(start, count)
  var (catalogue, again) = (Catalogue(), Catalogue())
  let lines = UInt64(bytes.split(separator: 0x0a, omittingEmptySubsequences: false).count)
  catalogue.read(ByteString(bytes), path: "f") { error in
    let parts = error.message.split(at: UInt8(ascii: ":"))
    let line = parts.count > 2 ? parts[1].wholeNumber ?? 0 : 0
    require((1...lines).contains(line), "an error on line \(line)")
  }
  again.read(ByteString(bytes + Array("\r\n# end\n".utf8)), path: "f") { _ in }
  require(
    utterances.map { write($0, catalogue) } == utterances.map { write($0, again) },
    "a comment says something")
  for key in CatalogueKey.allCases {
    let text = catalogue.withBytes(of: key) { ByteString($0).bytes }
    if text.contains(UInt8(ascii: "{")) { continue }
    require(write(.phrase(key), catalogue) == text, "a phrase is not its text")
  }
  return 0
}

private let utterances: [Utterance] =
  [
    .nothing, .text("x{n}y"), .percent(0, hasSteps: false), .percent(100, hasSteps: true),
    .speed(0, units: .decimal), .speed(.max, units: .binary), .code("28"), .left(-1),
    .left(59),
    .left(3_600), .left(.max - 59), .stalled(61), .step(1, of: 2, ""),
    .step(.max, of: .max, "{name}"),
  ]
  + [0, 999, 1_000, 999_499, 999_500, 1_234_567, 99_950_000, 1 << 40, .max].flatMap {
    [
      .bytes($0, of: nil, units: .binary, ofStep: true),
      .bytes(0, of: $0, units: .binary, ofStep: true),
    ]
  }

private func write(_ utterance: Utterance, _ catalogue: Catalogue) -> [UInt8] {
  var text: [UInt8] = []
  catalogue.write(utterance, to: &text)
  return text
}
