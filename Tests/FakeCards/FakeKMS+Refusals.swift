import DeskSupport
public import KMS
public import Pixels

// Drivers that refuse some states.
extension FakeKMS {
  /// A CRTC that runs, and what it shows.
  public struct RunningCRTC {
    /// The CRTC.
    public var crtc: ObjectID
    /// Its mode.
    public var mode: Mode
    /// The connectors that it feeds.
    public var connectors: [ObjectID]
    /// The pixel format of its framebuffer; nil where it shows none of ours.
    public var format: PixelFormat?

    /// The pixels of a frame.
    public var area: Int { Int(mode.hdisplay) * Int(mode.vdisplay) }
    /// The bytes that a second of its frames has.
    public var bandwidth: Int { area * Int(mode.vrefresh) * (format?.bytesPerPixel ?? 4) }
  }

  /// The CRTCs that run after a commit.
  func running(after commit: Commit) -> [RunningCRTC] {
    hardware.crtcs.compactMap { crtc in
      var mode = crtc.mode
      if let blob = commit.value(crtc.id, .modeID) {
        mode = blob == 0 ? nil : anyMode(blobs[ObjectID(blob)] ?? [])
      }
      guard let mode else { return nil }
      let connectors = hardware.sockets.filter {
        commit.value($0.connector.id, .crtcID) ?? UInt64($0.crtc) == UInt64(crtc.id)
      }.map { $0.connector.id }
      var framebuffer = scanouts[crtc.id]?.shown
      for layer in hardware.layers {
        let isOn =
          commit.value(layer.plane.id, .crtcID) ?? UInt64(layer.plane.crtc ?? 0)
          == UInt64(crtc.id)
        if isOn, layer.kind == .primary, let id = commit.value(layer.plane.id, .framebufferID) {
          framebuffer = ObjectID(id)
        }
      }
      return RunningCRTC(
        crtc: crtc.id, mode: mode, connectors: connectors, format: format(of: framebuffer))
    }
  }

  /// The CRTCs that run after a legacy call.
  func running(
    after crtc: ObjectID, _ framebuffer: ObjectID, _ connectors: [ObjectID], _ mode: Mode
  ) -> [RunningCRTC] {
    var all: [RunningCRTC] = []
    for other in hardware.crtcs where other.id != crtc {
      guard let mode = other.mode else { continue }
      let fed = hardware.sockets.filter {
        $0.crtc == other.id && !connectors.contains($0.connector.id)
      }
      all.append(
        RunningCRTC(
          crtc: other.id, mode: mode, connectors: fed.map { $0.connector.id },
          format: format(of: scanouts[other.id]?.shown)))
    }
    all.append(
      RunningCRTC(
        crtc: crtc, mode: mode, connectors: connectors, format: format(of: framebuffer)))
    return all
  }

  private func anyMode(_ blob: [UInt8]) -> Mode? {
    hardware.sockets.flatMap { $0.connector.modes }.first { $0.blob == blob }
  }

  private func format(of framebuffer: ObjectID?) -> PixelFormat? {
    guard let fourCC = framebuffer.flatMap({ framebuffers[$0] })?.fourCC else { return nil }
    return PixelFormat.all.first { $0.fourCC == fourCC }
  }
}
