public import Base
public import Pixels

/// The outputs to show on.
public struct OutputPlan {
  /// The outputs; at least one.
  public let outputs: [Output]
  /// The connectors that may have a display and are not used, with reasons: "HDMI-A-2 is not
  /// chosen, DP-1 …".
  public let objections: ByteString
  /// Whether the driver reports that the displays are connected.
  public let isCertain: Bool
}

/// The choice of outputs: a pure function of the state of a card.
///
/// Every connector with a display gets a CRTC, as far as the CRTCs suffice. A lit connector keeps
/// its CRTC and mode, to avoid flicker. A connector of unknown state is used only if no other has a
/// display. All tiles of a display are one output, in the modes of the tiles; otherwise a tile has
/// a mode of the whole display.
public struct OutputSelection: Sendable {
  /// The names of the wanted connectors; empty for all.
  public var names: [ByteString] = []
  /// The rotation of pictures; nil for the panel's own orientation.
  public var rotation: Rotation?

  /// The pixel format, if a plane supports it; nil for the best one. Grays are drawn as colors if
  /// no plane supports them.
  public var format: PixelFormat?

  /// Creates the choice of all outputs.
  public init() {}

  /// Chooses at least one output.
  ///
  /// Throws `unsupported` if the driver lacks a required feature, `noOutput` if no connector can be
  /// lit now, `unfinished` if connectors cannot be read yet. The message names each connector with
  /// its reason.
  ///
  /// - Parameter options: deviations from the default choice, for some connectors.
  public func plan(
    of card: DeviceSnapshot, _ options: [ConnectorOption] = []
  ) throws(KMSError) -> OutputPlan {
    guard card.hasDumbBuffers else {
      throw .unsupported(card.driver.name + " makes no dumb buffers, which fbprogress needs")
    }
    let allocator = CRTCAllocator(card, options)
    var reasons = ByteString()
    for connection in [Connector.Connection.connected, .unknown] {
      var wanted: [Connector] = []
      for connector in card.connectors where connector.connection == connection {
        let isExcluded = options.contains { $0.connector == connector.id && $0.isExcluded }
        if let reason = isExcluded ? "is refused beside the others" : objection(to: connector) {
          reasons.append(connector.name + " " + reason, after: ", ")
        } else {
          wanted.append(connector)
        }
      }
      if connection == .unknown, !wanted.isEmpty {
        // At most one of unknown state, preferably a lit one: others would occupy CRTCs.
        wanted = [wanted.first { allocator.crtc(of: $0) != nil } ?? wanted[0]]
      }
      let (pipes, unusable) = allocator.pipes(for: wanted)
      if !unusable.isEmpty { reasons.append(unusable, after: ", ") }
      if let first = pipes.first {
        first.rest = allocator.rest(beside: pipes)
        return OutputPlan(
          outputs: combined(pipes, of: card, options), objections: reasons,
          isCertain: connection == .connected)
      }
    }
    for connector in card.connectors where connector.connection == .disconnected {
      reasons.append(connector.name + " is disconnected", after: ", ")
    }
    if card.isUnfinished {
      let message = card.driver.name + " is about to tell of its connectors"
      throw KMSError(kind: .unfinished, message: reasons.isEmpty ? message : reasons)
    }
    let message = card.driver.name + " has no connector"
    throw KMSError(kind: .noOutput, message: reasons.isEmpty ? message : reasons)
  }

  /// The reason why a connector with a display is not used; nil if it is used.
  private func objection(to connector: Connector) -> ByteString? {
    if connector.isNonDesktop { return "is not meant for a desktop" }
    if !names.isEmpty, !names.contains(connector.name) { return "is not chosen" }
    return connector.mode() == nil ? "has a display without modes" : nil
  }

  // MARK: - Tiles

  /// Creates one output for each pipe, or one for all tiles of a display.
  private func combined(
    _ pipes: [DisplayPipe], of card: DeviceSnapshot, _ options: [ConnectorOption]
  ) -> [Output] {
    var outputs: [Output] = []
    for pipe in pipes {
      let tiles = card.isAtomic ? tiles(beside: pipe, pipes, options) : []
      if tiles.isEmpty {
        outputs.append(output([pipe], of: card))
      } else if tiles[0] === pipe {
        for pipe in tiles {
          guard let tile = pipe.connector.tile, let mode = pipe.connector.tileMode else { continue }
          pipe.mode = mode
          pipe.origin = (tile.column * tile.size.width, tile.row * tile.size.height)
        }
        outputs.append(output(tiles, of: card))
      }
    }
    return outputs
  }

  /// The pipes of all tiles of a pipe's display, if they can be lit together, each in the mode of
  /// its tile. Legacy calls cannot flip several CRTCs together.
  private func tiles(
    beside pipe: DisplayPipe, _ pipes: [DisplayPipe], _ options: [ConnectorOption]
  ) -> [DisplayPipe] {
    guard let tile = pipe.connector.tile else { return [] }
    let tiles = pipes.filter { other in
      other.connector.tile?.group == tile.group && other.connector.tileMode != nil
        && (!other.mode.isUserDefined || other.size == tile.size)
        && !options.contains { $0.connector == other.connector.id && $0.modeIndex > 0 }
    }
    let hasCommonFormat = PixelFormat.all.contains { format in
      tiles.allSatisfy { $0.plane.formats.contains(format.fourCC) }
    }
    let isWhole = tiles.count == tile.columns * tile.rows && tiles.contains { $0 === pipe }
    return isWhole && hasCommonFormat ? tiles : []
  }

  private func output(_ pipes: [DisplayPipe], of card: DeviceSnapshot) -> Output {
    var formats: [PixelFormat] = []
    for format in PixelFormat.all
    where pipes.allSatisfy({ $0.plane.formats.contains(format.fourCC) }) {
      // If the preferred depth is 16 bits, the driver would convert every pixel of another format,
      // without dithering. A driver that also supports 24 bits has a better display.
      if format.bytesPerPixel == 2, card.preferredDepth == 16,
        !formats.contains(where: { $0.bytesPerPixel == 3 })
      {
        formats.insert(format, at: 0)
      } else {
        formats.append(format)
      }
    }
    if let format, formats.contains(where: { $0.fourCC == format.fourCC }) { formats = [format] }
    let quirks = DriverQuirks(of: card.driver.name)
    return Output(
      pipes: pipes, formats: formats, rotation: rotation ?? pipes[0].connector.orientation,
      grayBits: format?.grayBits ?? quirks.grayBits(of: pipes[0].size))
  }
}
