#if SIMULATION
  import Base
  import CLinux

  // Processes in the simulation (Tests/Simulation).
  extension SystemCall {
    /// Starts a process that runs `body`. It is a coroutine with the memory of this one. The caller
    /// waits until `body` waits for the first time, so `body` must read the caller's variables
    /// before that.
    static func fork(_ body: () -> Int32) throws(SystemError) -> Int32 {
      struct Closure { let body: () -> Int32 }
      let result = withoutActuallyEscaping(body) { body -> Int in
        var closure = Closure(body: body)
        // SAFETY: the closure's two words are read before this call returns, and not retained.
        return unsafe withUnsafeBytes(of: &closure) { words in
          let process = unsafe sim_fork(
            { sim_exit(unsafe sim_call_closure($0)) }, .init(mutating: words.baseAddress))
          return process < 0 ? -Int(linux_errno()) : Int(process)
        }
      }
      return Int32(try check(result, "fork"))
    }
  }
#endif
