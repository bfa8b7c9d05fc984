#if SIMULATION
  import Base
  public import LinuxSystem

  // Cards of the simulation (Tests/Simulation).
  extension Card {
    // SAFETY: set before the first process starts; the simulation has one thread.
    /// Creates a card's object, which owns the descriptor.
    public nonisolated(unsafe) static var simulator:
      ((consuming FileDescriptor) -> any ModeSetting)?

    static func openSimulated(_ path: ByteString) throws(KMSError) -> any ModeSetting {
      do throws(SystemError) {
        return adoptSimulated(try FileDescriptor.open(path, for: .readingAndWriting))
      } catch {
        throw .call("open", on: path, error.code)
      }
    }

    static func adoptSimulated(_ file: consuming FileDescriptor) -> any ModeSetting {
      guard let simulator = unsafe simulator else { fatalError("no cards are simulated") }
      return simulator(file)
    }
  }
#endif
