import Foundation
import Testing

@testable import ProgramSupport

/// What the program's processes, and the programs that it starts, inherit from its starter.
@Suite(.waiting) struct InheritanceTests {
  private let scratch: Scratch
  private let others = "NOTIFY_SOCKET=/nowhere/socket WATCHDOG_USEC=60000000 SECRET=mine LC_TIME=C"

  init() throws {
    scratch = try Scratch()
    try scratch.write("", to: "inherited")
  }

  /// Starts the program with descriptor 7 and variables of the starter's.
  private func start(_ arguments: [String]) throws -> ChildProgram {
    try ChildProgram(
      "/bin/sh",
      [
        "-c",
        """
        cd \(scratch.url.path) && mkdir bin && printf '#!/bin/sh\\n%s\\n' \
        'env >seen.new; ls -l /proc/self/fd >>seen.new; mv seen.new seen; exec sleep 60' >bin/busctl
        chmod 755 bin/busctl; PATH=$PWD/bin:$PATH; exec 7<inherited; exec env \(others) "$0" "$@"
        """, ProgramRun.executable.path, "--presenter", "null",
      ] + arguments, output: .dropped, errors: .dropped)
  }

  private var seen: String {
    (try? scratch.read("seen")).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private func holdsDescriptor(_ process: Int32) -> Bool {
    let folder = "/proc/\(process)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))
        == scratch.path("inherited")
    }
  }

  @Test func processes_holdNoDescriptorOfTheStarters() throws {
    let program = try start(["--feed", "fifo:\(scratch.path("f"))"])
    defer { program.terminate() }
    for name in ["fbprogress-show", "fbprogress-hold"] {
      #expect(eventually { program.child(name) != nil })
      let process = try #require(program.child(name))
      #expect(eventually { !holdsDescriptor(process) }, "\(name)")
    }
    #expect(!holdsDescriptor(program.processIdentifier))
  }

  @Test func feedFromADescriptor_isKept() throws {
    try scratch.write("50\ndone\n", to: "inherited")
    let program = try start(["--feed", "fd:7", "--outcome-time", "0", "--reveal.time", "0"])
    program.waitUntilExit()
    #expect(program.status == 0)
  }

  /// RAUC's feed is the output of busctl.
  @Test func monitor_hasNeitherDescriptorsNorVariablesOfTheStarters() throws {
    let program = try start(["--feed", "rauc:"])
    defer { program.terminate() }
    #expect(eventually { !seen.isEmpty })
    #expect(!seen.contains("inherited"), "\(seen)")
    for name in ["NOTIFY_SOCKET=", "WATCHDOG_USEC=", "SECRET="] {
      #expect(!seen.contains(name), "\(seen)")
    }
    #expect(seen.contains("PATH=") && seen.contains("LC_TIME=C"), "\(seen)")
  }

  @Test func wrappedCommand_hasAllButTheManagersVariables() throws {
    let program = try start(["wrap", "busctl"])
    defer { program.terminate() }
    #expect(eventually { !seen.isEmpty })
    #expect(seen.contains("7 -> \(scratch.path("inherited"))"), "\(seen)")
    #expect(seen.contains("SECRET=mine"), "\(seen)")
    #expect(!seen.contains("NOTIFY_SOCKET=") && !seen.contains("WATCHDOG_USEC="), "\(seen)")
    // The command starts first.
    #expect(eventually { program.child("fbprogress-show") != nil })
    let process = try #require(program.child("fbprogress-show"))
    #expect(!holdsDescriptor(process) && !holdsDescriptor(program.processIdentifier))
  }
}
