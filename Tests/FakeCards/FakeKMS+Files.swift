import DeskSupport
public import KMS

// What the simulation needs: several open files of a card, and a long life.
extension FakeKMS {
  /// Lets the calls that follow come from the card's master, or from another file.
  public func setCaller(isMaster: Bool) { isOurs = isMaster }

  /// Whether a flip waits for the vertical blank.
  public var hasPendingFlip: Bool { scanouts.values.contains { $0.pending != nil } }

  /// The CRTCs that show a framebuffer.
  public var litCRTCs: [ObjectID] { scanouts.filter { $0.value.shown != nil }.map { $0.key } }

  /// Frees all objects, as the kernel does when the last file of the card is closed.
  public func closeAll() {
    (blobs, memories, framebuffers, deviceCopies, scanouts) = ([:], [:], [:], [:], [:])
    queue = []
    for index in hardware.crtcs.indices { hardware.crtcs[index].mode = nil }
    for index in hardware.sockets.indices { hardware.sockets[index].crtc = 0 }
    for index in hardware.layers.indices { hardware.layers[index].plane.crtc = nil }
  }

  /// Forgets the calls and commits so far, and the failures that were to come.
  public func forgetCalls() {
    (calls, commits, dirtied, resets, closed, failures) = ([], [], [], [], [], [])
  }
}
