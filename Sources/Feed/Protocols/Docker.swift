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
final class Docker: JSONReader {
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

  override func read(_ object: JSONFields, _ emit: (FeedOutput) -> Void) -> Bool {
    var facts = RecordFacts()
    if object.value(of: "errorDetail") != nil, let error = object.value(of: "error") {
      facts.words = .fail(SanitizedText(error))
      return facts.emit(emit)
    }
    guard let status = object.value(of: "status") else { return false }
    facts.words = .message(SanitizedText(status))
    guard let id = object.value(of: "id") else {
      return object.count == 1 && !Everyday.readOutcome(status.bytes.span, false) { _ in }
        && facts.emit(emit)
    }
    let detail = object.value(of: "progressDetail").flatMap { JSONFields($0.bytes.span) }
    let current = detail?.value(of: "current")?.wholeNumber
    let total = detail?.value(of: "total")?.wholeNumber
    if id == "Total" {
      if let current, let total { (facts.completed, facts.total) = (current, total) }
    } else if status.hasPrefix("Pulling from ") {
      if isComplete { forget() }
      hasExtraction = true
    } else if object.value(of: "progressDetail") == nil {
      return false
    } else {
      count(status, id, current, total)
      addSum(to: &facts)
    }
    return facts.emit(emit)
  }

  /// Records the state of a layer.
  private func count(
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

  private func addSum(to facts: inout RecordFacts) {
    var (transferred, extracted, total): (UInt64, UInt64, UInt64) = (0, 0, 0)
    var isTransferred = true
    for layer in layers {
      transferred += layer.isTransferred ? layer.total : layer.transferred
      extracted += layer.extracted
      total += layer.total
      if !layer.isTransferred { isTransferred = false }
    }
    isComplete = isTransferred && extracted == total
    if total == 0 { return }
    let isExtraction = hasExtraction && isTransferred
    if hasExtraction { (facts.number, facts.count) = (isExtraction ? 2 : 1, 2) }
    (facts.completed, facts.total) = (isExtraction ? extracted : transferred, total)
  }
}
