/// Generates the manual page fbprogress.conf(5).
enum SettingsPage {
  static var text: String {
    var page = ManualPage("FBPROGRESS.CONF", section: 5)
    page.macro("Sh NAME")
    page.macro("Nm fbprogress.conf")
    page.macro("Nd settings and themes of fbprogress")
    page.macro("Sh SYNOPSIS")
    page.macro("Pa /etc/fbprogress.conf")
    page.macro("Sh DESCRIPTION")
    page.sentences(
      "The file has one setting on a line: its key, an equals sign, its value. Blanks around them do not count. Blank lines are ignored, and so are comments: lines that begin with #, and the rest of a line from a # between two blanks. A value may stand in single or double quotes, which are not part of it; a # in them begins no comment. A key that is not known, or a value that is not one of its setting's, is an error that names the line."
    )
    page.display(
      """
      style = ring+rainbow
      ring.color = #0080ff
      """)
    page.sentences(
      "A name in brackets stands before the keys that follow it, up to the next brackets; empty brackets end that:"
    )
    page.display(
      """
      [ring]
      color = #0080ff
      cap = round
      """)
    page.sentences(
      "Pictures and font packs that the file names are looked for from the folder that the file is in, unless their names begin with a slash."
    )
    page.macro("Ss Themes")
    page.sentences("A theme is a folder with a file")
    page.macro("Pa theme.conf")
    page.sentences(
      "of such lines, and the pictures that it names. The setting theme names one, by its name or by its folder; a name is looked for in each of theme-folders. With the command check,"
    )
    page.macro("Xr fbprogress 1")
    page.sentences("tells every mistake of a theme.")
    page.macro("Ss Which setting wins")
    page.sentences(
      "Settings come from four places, and each wins over those before it: the theme; this file; the kernel's command line; the program's own command line. On the kernel's command line they are written as"
    )
    page.macro("Li fbprogress.KEY=VALUE ,")
    page.sentences(
      "with the value in double quotes where it has blanks; one without a value is yes. What is wrong there is told in the log and left out."
    )
    page.macro("Ss Values")
    page.sentences(
      "Colors are #RRGGBB. Boxes are four numbers: left, top, width and height in percent of the screen; none is nowhere. Curves are named, or the two control points of a cubic Bezier curve from 0,0 to 1,1."
    )
    page.macro("Sh SETTINGS")
    page.rows(Tables.common.filter { $0.isInFile }, asOptions: false)
    page.macro("Sh STYLES")
    page.sentences("Each style has settings of its own.")
    add(Tables.styles, to: &page)
    page.macro("Sh TEXTS")
    page.sentences(
      "Each text stands in a box of its own. One whose box is none is not shown, and one that has nothing to say leaves its box empty."
    )
    add(Tables.captions, to: &page)
    page.macro("Sh FILES")
    page.macro("Bl -tag -width Ds")
    page.macro("It Pa /etc/fbprogress.conf")
    page.sentences("Read if it is there, unless another one is named.")
    page.macro("It Pa /usr/share/fbprogress/themes")
    page.sentences("Themes that are shipped, each a folder with a file theme.conf.")
    page.macro("El")
    page.macro("Sh SEE ALSO")
    page.macro("Xr fbprogress 1")
    return page.text
  }

  private static func add(_ groups: [Tables.Group], to page: inout ManualPage) {
    for group in groups {
      page.macro("Ss \(group.name)")
      page.sentences(group.summary + ".")
      page.rows(group.rows, asOptions: false)
    }
  }
}
