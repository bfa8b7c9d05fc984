package import Base
import Feed
import SessionProtocol

/// The interface `io.fbprogress.Progress` of Varlink (varlink.org). A call is an object of JSON
/// with a NUL behind it, and so is a reply.
package enum ProgressInterface {
  /// Returns a call or reply.
  ///
  /// - Parameter form: its text, with `@` for the value.
  static func message(_ form: StaticBytes, _ value: ByteString = ByteString()) -> ByteString {
    var text = ByteString()
    for index in 0..<form.count {
      if form[index] == UInt8(ascii: "@") { text += value } else { text.append(form[index]) }
    }
    text.append(0)
    return text
  }

  /// A client's call for a report now and after each change.
  package static var follow: ByteString {
    message(#"{"method":"io.fbprogress.Progress.Follow","more":true}"#)
  }

  /// Returns the report in a reply, an object of JSON, and whether further replies follow; nil in a
  /// reply without a report.
  package static func report(
    in reply: Span<UInt8>
  ) -> (report: ByteString, continues: Bool)? {
    guard let reply = JSONFields(reply), let parameters = reply.value(of: "parameters"),
      let report = JSONFields(parameters.bytes.span)?.value(of: "report")
    else { return nil }
    return (report, reply.value(of: "continues").orEmpty == "true")
  }

  /// Returns a reply with a report.
  ///
  /// - Parameter continues: whether further replies follow.
  static func reply(report: ByteString, continues: Bool) -> ByteString {
    message(
      continues
        ? "{\"parameters\":{\"report\":@},\"continues\":true}" : "{\"parameters\":{\"report\":@}}",
      report)
  }

  /// Returns the reply to a call of a method that every service has, or that this one lacks.
  ///
  /// - Parameter parameters: an object of JSON.
  static func serviceReply(to method: ByteString, _ parameters: ByteString) -> ByteString {
    if method == "org.varlink.service.GetInfo" {
      return message(
        """
        {"parameters":{"vendor":"fbprogress","product":"fbprogress","version":"@","url":"",\
        "interfaces":["org.varlink.service","io.fbprogress.Progress"]}}
        """, ByteString(Version.number))
    }
    func object(_ name: StaticBytes, _ value: ByteString) -> ByteString {
      var sheet = FactSheet(.json)
      sheet.object("") { $0.say(name, value) }
      return sheet.text
    }
    if method != "org.varlink.service.GetInterfaceDescription" {
      return message(
        "{\"error\":\"org.varlink.service.MethodNotFound\",\"parameters\":@}",
        object("method", method))
    }
    let name = JSONFields(parameters.bytes.span)?.value(of: "interface")
    for text in ByteString(descriptions).split(at: UInt8(ascii: "|"))
    where text.has(name.orEmpty + "\n", at: 10) {
      return message("{\"parameters\":@}", object("description", text))
    }
    return message(
      "{\"error\":\"org.varlink.service.InterfaceNotFound\",\"parameters\":@}",
      object("interface", name.orEmpty))
  }

  /// The interfaces, with bars between them. docs/status.md describes the second one.
  private static let descriptions: StaticBytes = """
    interface org.varlink.service
    method GetInfo() -> (vendor: string, product: string, version: string, url: string,
      interfaces: []string)
    method GetInterfaceDescription(interface: string) -> (description: string)
    error InterfaceNotFound (interface: string)
    error MethodNotFound (method: string)
    error InvalidParameter (parameter: string)
    error PermissionDenied ()
    error ExpectedMore ()
    |interface io.fbprogress.Progress
    method Get() -> (report: object)
    method Follow() -> (report: object)
    method Report(progress: ?float, percent: ?float, bytes: ?int, total: ?int, step: ?int,
      steps: ?int, name: ?string, title: ?string, message: ?string, detail: ?string,
      paused: ?string, resume: ?bool, done: ?bool, fail: ?string, cancel: ?bool, reset: ?bool) -> ()

    """
}
