import Foundation
import Testing

@testable import ProgramSupport

/// mandoc finds no fault in the manual pages.
@Suite struct ManualPageTests {
  @Test(arguments: ["fbprogress.1", "fbprogress.conf.5"]) func page_isCleanMdoc(page: String) throws
  {
    let file = Checkout.root.appending(path: "deploy/man/\(page)").path
    let lint = try Shell.output("mandoc", "-T", "lint", "-W", "style", file)
    // The pages refer to each other, and are not installed.
    let complaints = lint.split(separator: "\n").filter {
      !$0.contains("referenced manual not found")
    }
    #expect(complaints.isEmpty, "\(lint)")
    let shown = try Shell.output("mandoc", "-T", "utf8", file)
    #expect(shown.contains("fbprogress"))
  }
}
