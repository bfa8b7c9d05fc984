import Base
import Foundation
import Testing

@Suite struct FactSheetTests {
  @Test func json_ofAnyBytes_isJSON() throws {
    let bytes = (0...255).map { UInt8($0) }
    var sheet = FactSheet(.json)
    sheet.object("all") { sheet in
      sheet.say("text", ByteString(bytes))
      sheet.say("number", -7)
      sheet.say("safe", SanitizedText("\"Ärger\" 更新"))
      sheet.say("decimal", DecimalNumber(significand: 125, exponent: -1))
      sheet.say("unknown", DecimalNumber?.none)
      sheet.list("none") { _ in }
      sheet.list("two") { sheet in
        sheet.object("one") { $0.say("is", true) }
        sheet.object("one") { _ in }
      }
      sheet.say("last", false)
    }
    let all = try #require(
      JSONSerialization.jsonObject(with: Data(sheet.text.bytes)) as? [String: Any])
    #expect((all["text"] as? String)?.unicodeScalars.map { $0.value } == bytes.map { UInt32($0) })
    #expect(all["number"] as? Int == -7)
    #expect(all["safe"] as? String == "\"Ärger\" 更新")
    #expect(all["decimal"] as? Double == 12.5 && all["unknown"] is NSNull)
    #expect((all["none"] as? [Any])?.isEmpty == true)
    #expect((all["two"] as? [[String: Bool]]) == [["is": true], [:]])
    #expect(all["last"] as? Bool == false)
  }

  @Test func lines_areIndentedByWhatTheyBelongTo() {
    var sheet = FactSheet(.lines)
    sheet.object("house") { sheet in
      sheet.say("rooms", 2)
      sheet.list("rooms") { sheet in
        sheet.object("room") { $0.say("lit", true) }
        sheet.object("room") { $0.say("lit", false) }
      }
    }
    #expect(sheet.text == "house: rooms 2\n  room: lit yes\n  room: lit no\n")
  }
}
