public import Base
public import Pixels

/// What is to be shown on.
public struct OutputPlan {
  /// The outputs; at least one.
  public let outputs: [Output]
  /// Which connectors that may have a display are not among them, and why: "HDMI-A-2 is not chosen, DP-1 …".
  public let objections: ByteString
}

/// The choice of outputs: a pure function of what is known of a card.
///
/// Every connector with a display gets a CRTC, as far as there are enough; what already shows something is kept as it is, so
/// that nothing flickers. One of which the driver cannot tell whether there is a display counts only where no other has one.
/// The mode is the user's (`video=`), else the display's favourite, else the one it runs with, else the first.
public struct OutputSelection: Sendable {
  /// The names of the connectors wanted; all, when there are none.
  public var names: [ByteString] = []
  /// How far pictures are to be turned; nil for what a panel says of itself.
  public var rotation: Rotation?

  /// How pixels are to be packed where a plane reads that; nil for the best.
  public var format: PixelFormat?

  /// Creates the choice of all outputs.
  public init() {}

  /// Chooses; at least one output.
  ///
  /// Throws `unsupported` when the driver cannot do what is needed, `noOutput` when nothing can be lit
  /// now, `unfinished` when there are connectors that can't be asked yet; the message names each connector with its reason.
  public func plan(of card: DeviceSnapshot) throws(KMSError) -> OutputPlan {
    guard card.hasDumbBuffers else {
      throw .unsupported(card.driver.name + " makes no dumb buffers, which fbprogress needs")
    }
    var reasons = ByteString()
    for connection in [Connector.Connection.connected, .unknown] {
      var wanted: [Connector] = []
      for connector in card.connectors where connector.connection == connection {
        if let reason = objection(to: connector) {
          reasons.append(connector.name + " " + reason, after: ", ")
        } else {
          wanted.append(connector)
        }
      }
      // A display whose state is not known is one at most: lighting what is not there costs CRTCs.
      if connection == .unknown { wanted = Array(wanted.prefix(1)) }
      let (pipes, unusable) = CRTCAllocator(card).pipes(for: wanted)
      if !unusable.isEmpty { reasons.append(unusable, after: ", ") }
      if !pipes.isEmpty {
        return OutputPlan(outputs: combined(pipes, of: card), objections: reasons)
      }
    }
    for connector in card.connectors where connector.connection == .disconnected {
      reasons.append(connector.name + " is disconnected", after: ", ")
    }
    if card.isUnfinished {
      throw .unfinished(
        reasons.isEmpty ? card.driver.name + " is about to tell of its connectors" : reasons)
    }
    if reasons.isEmpty { throw .noOutput(card.driver.name + " has no connector") }
    throw .noOutput(reasons)
  }

  /// Why nothing is to be shown at a connector that has a display; nil where it is.
  private func objection(to connector: Connector) -> ByteString? {
    if connector.isNonDesktop { return "is not meant for a desktop" }
    if !names.isEmpty, !names.contains(connector.name) { return "is not chosen" }
    return Self.mode(of: connector, current: nil) == nil ? "has a display without modes" : nil
  }

  static func mode(of connector: Connector, current: Mode?) -> Mode? {
    var favourite: Mode?
    var first: Mode?
    for mode in connector.modes where mode.hdisplay > 0 && mode.vdisplay > 0 {
      if mode.isUserDefined { return mode }
      // Only so do tiles fit together.
      let size = PixelSize(width: Int(mode.hdisplay), height: Int(mode.vdisplay))
      if let tile = connector.tile, tile.size == size { return mode }
      if mode.isPreferred { favourite = favourite ?? mode }
      first = first ?? mode
    }
    if let favourite { return favourite }
    if let current, connector.modes.contains(current) { return current }
    return first
  }

  // MARK: - Heads that belong together

  /// Makes an output of each pipe, or of all the tiles of a display where all are there.
  private func combined(_ pipes: [DisplayPipe], of card: DeviceSnapshot) -> [Output] {
    var outputs: [Output] = []
    for pipe in pipes {
      guard let tile = pipe.connector.tile else {
        outputs.append(output([pipe], of: card))
        continue
      }
      var tiles: [DisplayPipe] = []
      for other in pipes {
        if let place = other.connector.tile, place.group == tile.group, place.size == other.size {
          tiles.append(other)
        }
      }
      if tiles.count != tile.columns * tile.rows || !card.isAtomic {
        outputs.append(output([pipe], of: card))
      } else if tiles[0] === pipe {
        for other in tiles {
          guard let place = other.connector.tile else { continue }
          other.origin = (place.column * place.size.width, place.row * place.size.height)
        }
        outputs.append(output(tiles, of: card))
      }
    }
    return outputs
  }

  private func output(_ pipes: [DisplayPipe], of card: DeviceSnapshot) -> Output {
    var formats: [PixelFormat] = []
    for format in PixelFormat.all
    where pipes.allSatisfy({ $0.plane.formats.contains(format.fourCC) }) {
      // Where the display has 16 bits, the driver would have to pack every pixel itself, and would not dither. One that reads
      // 24, too, has more to show.
      if format.bytesPerPixel == 2, card.preferredDepth == 16,
        !formats.contains(where: { $0.bytesPerPixel == 3 })
      {
        formats.insert(format, at: 0)
      } else {
        formats.append(format)
      }
    }
    if let format, formats.contains(where: { $0.fourCC == format.fourCC }) { formats = [format] }
    return Output(
      pipes: pipes, formats: formats,
      rotation: rotation ?? pipes[0].connector.orientation)
  }
}
