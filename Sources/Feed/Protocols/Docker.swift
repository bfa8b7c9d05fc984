import Base
import ProgressModel

extension FeedProtocol {
  /// The replies of the API of docker, balena-engine and podman to a pull, push or load.
  ///
  /// Source: moby, `api/types/jsonstream`: `{"status":"Downloading","progressDetail":{"current":1,
  /// "total":9},"id":"LAYER"}`; balena-engine adds the id "Total".
  public static let docker = FeedProtocol(
    name: "docker", summary: "replies of docker's API: layers that are pulled or pushed",
    form: .chatty,
    makeReader: { Docker() })
}

/// A reader that adds up the bytes of layers.
///
/// For a pull, step 1 transfers the layers, and step 2 extracts them once all are transferred.
/// podman extracts during the transfer.
final class Docker: JSONLines {
  private struct Layer {
    let id: ByteString
    var transferred: UInt64 = 0
    var extracted: UInt64 = 0
    var total: UInt64 = 0
    var isTransferred = false
  }

  private var layers: [Layer] = []
  private var isComplete = false
  private var hasExtraction = false

  /// The largest number of layers counted, and the largest length of an id, bytes.
  private static let limit = 128

  /// The sum depends on all records.
  override var recordsStandAlone: Bool { false }

  override func forget() {
    super.forget()
    layers = []
    (isComplete, hasExtraction) = (false, false)
  }

  override func lines(_ object: JSONFields) -> ByteString {
    if object.value(of: "errorDetail") != nil, let error = object.value(of: "error") {
      return "fail " + error + "\n"
    }
    guard let status = object.value(of: "status") else { return "" }
    let message = "message " + status + "\n"
    guard let id = object.value(of: "id") else { return object.count == 1 ? message : "" }
    let detail = object.value(of: "progressDetail").flatMap { JSONFields($0.bytes.span) }
    let current = detail?.value(of: "current")?.wholeNumber
    let total = detail?.value(of: "total")?.wholeNumber
    if id == "Total" {
      guard let current, let total else { return message }
      return Self.line(current, of: total) + message
    }
    if status.hasPrefix("Pulling from ") {
      if isComplete { forget() }
      hasExtraction = true
      return message
    }
    if object.value(of: "progressDetail") == nil { return "" }
    note(status, id, current, total)
    return sum() + message
  }

  /// Records the state of a layer.
  private func note(
    _ status: ByteString, _ id: ByteString, _ current: UInt64?, _ total: UInt64?
  ) {
    let id = id[0..<min(id.count, Self.limit)]
    var index = 0
    while index < layers.count, layers[index].id != id { index += 1 }
    if index == layers.count {
      if index == Self.limit { return }
      layers.append(Layer(id: id))
    }
    let isTransfer =
      status == "Downloading" || status == "Pushing" || status == "Loading layer"
    if isTransfer || status == "Extracting" {
      // Without a total the number counts seconds.
      guard let current, let total, total < 1 << 56 else { return }
      layers[index].total = max(layers[index].total, total)
      if isTransfer {
        layers[index].transferred = min(current, total)
      } else {
        layers[index].isTransferred = true
        layers[index].extracted = min(current, total)
      }
    } else if status != "Pulling fs layer", status != "Waiting",
      status != "Preparing", !status.hasPrefix("Retrying")
    {
      layers[index].isTransferred = true
      if status == "Pull complete" || status == "Pushed" {
        layers[index].extracted = layers[index].total
      }
    }
  }

  private func sum() -> ByteString {
    var (transferred, extracted, total): (UInt64, UInt64, UInt64) = (0, 0, 0)
    var isTransferred = true
    for layer in layers {
      transferred += layer.isTransferred ? layer.total : layer.transferred
      extracted += layer.extracted
      total += layer.total
      if !layer.isTransferred { isTransferred = false }
    }
    isComplete = isTransferred && extracted == total
    if total == 0 { return "" }
    if !hasExtraction { return Self.line(transferred, of: total) }
    return isTransferred
      ? "step 2/2\n" + Self.line(extracted, of: total)
      : "step 1/2\n" + Self.line(transferred, of: total)
  }

  private static func line(_ part: UInt64, of whole: UInt64) -> ByteString {
    "bytes " + ByteString(part) + " " + ByteString(whole) + "\n"
  }
}
