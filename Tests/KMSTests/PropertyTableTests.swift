import Base
import FakeCards
import KMS
import LinuxSystem
import TestSupport
import Testing

@Suite struct PropertyTableTests {
  @Test func names_leadToNumbersAndValues() throws {
    let table = try PropertyTable(of: 0xB0, .plane, on: FakeKMS(), PropertyCache())
    #expect(table[.framebufferID] == FakeKMS.propertyID(.framebufferID))
    #expect(table.value(of: .type) == 1)
  }

  @Test func absentProperty_isNil() throws {
    let table = try PropertyTable(of: 0xB0, .plane, on: FakeKMS(), PropertyCache())
    #expect(table[.rotation] == nil)
    #expect(table.value(of: .modeID) == nil)
    #expect(table.enumValue("rotate-0", of: .rotation) == nil)
  }

  @Test func choices_haveValues() throws {
    let table = try PropertyTable(of: 0xB0, .plane, on: FakeKMS(), PropertyCache())
    #expect(table.enumValue("Cursor", of: .type) == 2)
    #expect(table.enumValue("Curs", of: .type) == nil)
  }

  @Test func failure_isThrown() {
    let card = FakeKMS()
    card.failing(.property, nth: 3, with: .noDevice)
    #expect(throws: KMSError.self) {
      try PropertyTable(of: 0xB0, .plane, on: card, PropertyCache())
    }
  }
}
