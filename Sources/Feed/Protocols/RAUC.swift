import Base
import ProgressModel

extension FeedProtocol {
  /// The output of `rauc install` to a pipe, and the signals of its service on the system bus.
  public static let rauc = FeedProtocol(
    name: "rauc", summary: "the lines of rauc install; without a place its service, on the bus",
    place: .program,
    usualPath: "busctl --json=short --match=type='signal',sender='de.pengutronix.rauc' monitor",
    makeReader: { RAUC() })
}

/// A reader of RAUC's lines, and of signals as `busctl monitor` writes them.
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

  /// A later installation is a new run. The first one already is.
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
