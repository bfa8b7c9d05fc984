import Base
import ProgressModel

extension FeedProtocol {
  /// What `rauc install` prints to a pipe, and what its service says on the system's bus.
  public static let rauc = FeedProtocol(
    name: "rauc", summary: "the lines of rauc install; without a place its service, on the bus",
    place: .program,
    usualPath: "busctl --json=short --match=type='signal',sender='de.pengutronix.rauc' monitor",
    makeReader: { RAUC() })
}

/// Decodes lines, and signals as `busctl monitor` writes them.
final class RAUC: TableReader {
  private var hasOutcome = false

  init() {
    super.init(
      """
      r installing
      - idle
      - Monitoring bus message stream.
      m %p%% %s
      f LastError: %S
      - LastError:
      d Installing `%*` succeeded
      f Installing `%*` failed
      f %<RAUC service disappeared%>
      m %*"Progress":{"type":"(isi)","data":[%p,"%<%*%>",%*
      r %*"Operation":{"type":"s","data":"installing"}%*
      - %*"LastError":{"type":"s","data":""}%*
      f %*"LastError":{"type":"s","data":"%<%*%>"}%*
      d %*"member":"Completed"%*"data":[0]%*
      f %*"member":"Completed"%*
      - {"type":"signal"%*
      """)
  }

  /// An installation behind another is a new run; the first one is that anyway.
  override func interpret(_ letter: UInt8, _ facts: inout RecordFacts) -> Bool {
    switch facts.words {
    case .done?, .fail?: hasOutcome = true
    case .reset?:
      if !hasOutcome { facts.words = nil }
      hasOutcome = false
    default: break
    }
    return true
  }

  override func forget() {
    super.forget()
    hasOutcome = false
  }
}
