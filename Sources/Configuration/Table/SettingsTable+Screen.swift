// The table of settings: the screen apart from its styles.
extension SettingsTable {
  /// The screen as a whole, its background and its pictures.
  static var screen: StaticString {
    """
    t style list ring rainbow spinner pencil bubble wave = ring; Styles to show
    t scale number 0.01 100 times = 1; Scale factor
    t physical-size flag = yes; Scale by the display's size in millimeters
    t reduced-motion flag = no; Show steps and fades instead of motion
    t stall-look flag = yes; Mark a stalled run
    t frame-rate count 1 240 frames a second = 30; Most frames a second while progress shows
    t scene box; Area of the styles; default: the area without texts
    t palette choice light dark = light; Set of default colors
    t ground color = #F4F3EF | #111318; Background color
    t ink color = #16181D | #F3F4F6; Color of headlines
    t muted color = #5C626B | #9AA1AC; Color of less important texts
    t accent color = #2346E8 | #7D9BFF; Color of progress
    t track color = #DEDDD8 | #292D36; Color of the part that is not filled yet
    t success color = #13784A | #5BD69A; Color when done
    t warning color = #8F5200 | #FFC15C; Color of stalls and interruptions
    t failure color = #C2261D | #FF8379; Color of failures
    t layout choice auto landscape portrait bar small square round tiny = auto; \
    Arrangement of animation and texts; auto: by the screen's shape and size
    t support-url text URL; \
    Address in a QR code after a failure; {code}, {serial}: error code, fact of identity
    [tail]
    t box box = none; Area of the log's newest lines
    t lines count 1 8 = 5; Most lines
    t size number 0.5 100 percent of the screen's short side = 2.5; Font size
    [plan]
    t box box = none; Area of the list of steps
    t size number 0.5 100 percent of the screen's short side = 3.4; Font size
    [reveal]
    t preset choice seed kiosk = kiosk; \
    Defaults: the original, or for a display seen from afar
    t edge choice seed tight = tight | seed; \
    End of the opening ring: twice the screen, or its corners
    t delay number 0 10 seconds = 0; Time from the outcome to the reveal
    t time number 0 10 seconds = 1; Time of the reveal
    t curve curve = ease-in-ease-out; Timing of the reveal
    [background]
    t color color; Background color; default: the first style's
    t to color; Color at the lower edge, for a gradient
    t image path; Background PNG
    t fit choice cover contain centre stretch = cover; Scaling of the background image
    t scrim number 0 100 percent = 0; Opacity of the background color over its image
    [logo]
    t image path; Logo PNG
    t box box = 5 4 90 12; Area of the logo
    t anchor anchor = centre; Position in the area
    []
    t done.background color; Background color when done
    t failed.background color; Background color after a failure
    [picture1 picture2 picture3 picture4]
    t image path; Further PNG
    t box box = 0 0 100 100; Area of the picture
    t fit choice cover contain centre stretch = contain; Scaling to the area
    t anchor anchor = centre; Position in the area
    t state choice always starting running stalled paused done failed cancelled interrupted \
    = always; State in which it shows
    []
    t done.color color; Text color when done
    t failed.color color; Text color after a failure
    t stalled.color color; Text color while stalled
    """
  }

  /// Texts.
  static var captions: StaticString {
    """
    [title message facts warning identity]
    t box box; Area of the text; default: by the layout
    t anchor anchor = centre; Position in the area
    t size number 0.5 100 percent of the screen's short side; Font size; default: by the layout
    t lines count 1 20; Most lines; longer texts are cut
    t color color; Text color; default: one with contrast
    [detail step percent bytes speed left stall outcome]
    t box box = none; Area of the text
    t anchor anchor = centre; Position in the area
    t size number 0.5 100 percent of the screen's short side = 3.5 | 4 | 8 | 4 | 4 | 4 | 4 \
    | 6; Font size
    t lines count 1 20 = 1; Most lines; longer texts are cut
    t color color; Text color; default: one with contrast
    """
  }
}
