import ByteStrings
import ProgressModel

extension FeedProtocol {
  /// What bootc writes to the descriptor of its --progress-fd.
  public static let bootc = FeedProtocol(
    name: "bootc", summary: "bootc --progress-fd",
    makeReader: { Bootc() })
}

/// Decodes bootc's objects: three stages, of which each counts bytes, or steps where it does not know the bytes.
final class Bootc: JSONLines {
  override func lines(_ object: JSONFields) -> ByteString {
    guard let type = object.value(of: "type") else { return "" }
    if type.says("Start") { return "step 0/3\n" }
    let isBytes = type.says("ProgressBytes")
    guard isBytes || type.says("ProgressSteps") else { return "" }
    let task = object.value(of: "task") ?? ""
    let stage: Words =
      task.says("pulling") ? "1/3 " : task.says("importing") ? "2/3 " : "3/3 "
    var lines = "step " + ByteString(stage) + task + "\n"
    if isBytes, let total = object.value(of: "bytesTotal"), !total.says("0") {
      lines += "bytes " + (object.value(of: "bytes") ?? "") + " " + total + "\n"
    } else if let steps = object.value(of: "steps")?.wholeNumber,
      let all = object.value(of: "stepsTotal")?.wholeNumber, steps <= all,
      let fraction = Fraction(steps, of: all)
    {
      lines += "progress " + Script.billionths(fraction.billionths) + "\n"
    }
    return lines + "message " + (object.value(of: "description") ?? "") + "\n"
  }
}
