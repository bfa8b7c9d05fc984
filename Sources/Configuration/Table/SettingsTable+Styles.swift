// The table of settings: styles.
extension SettingsTable {
  /// The style ring.
  static var ring: StaticString {
    """
    [ring]
    t preset choice seed kiosk = kiosk; \
    Defaults: the original, or for a display seen from afar
    t radius number 1 1000 points = 51 | 20; \
    Radius, to the middle of the line; 272 points are the short side
    t line-width number 0.1 500 points = 6.75 | 2; Width of the line
    t start number -360 360 degrees = -90 | 0; Start angle, clockwise from three o'clock
    t cap choice butt round = round | butt; Ends of the line
    t track number 0 1 = 1 | 0; Opacity of the empty part
    t track-color color = track | #FF0000; Color of the empty part
    t track-width number 0.01 1 times the line = 1; Width of the empty part
    t fade number 0 1 = 0.42 | 0; Share of the background in the color of the line's start
    t turn number 0.1 60 seconds = 1.6 | 1; Time of a turn while the extent is unknown
    t color color = accent | #FF0000; Color of the line
    t done-color color = success | #FF0000; Color when done
    t fail-color color = failure | #F76161; Color after a failure
    t background color = ground | #FFFFFF; Background color
    t number flag = yes | no; Show the percentage, and the signs of states, in the ring
    t snap flag = no; Open at once when done, without closing first
    t tick flag = yes; Show a tick when done without a picture
    """
  }

  /// The style rainbow.
  static var rainbow: StaticString {
    """
    [rainbow]
    t preset choice seed kiosk = kiosk; \
    Defaults: the original, or for a display seen from afar
    t variant choice seed smooth = smooth | seed; Motion: as the original, or smooth
    t anchor choice top middle bottom = bottom | top; Edge that the bar's position counts from
    t y number -2000 2000 points = 0 | 22; Distance of the bar from there, downwards
    t height number 0.1 1000 points = 6 | 1; \
    Height of the bar; 272 points are the screen's short side
    t pill flag = no; Round ends within the screen
    t tint number 0 1 = 0.3 | 0; Share of white in the colors
    t track number 0 1 = 1 | 0; Opacity of the empty part
    t track-color color = track | #FFFFFF; Color of the empty part
    t number flag = yes | no; Show the percentage above the bar, and the signs of states
    t background color = ground | #000000; Background color
    t step number 0.02 10 seconds = 0.08; Time of a shift of the colors by 5 degrees
    t freeze flag = no; Stop the colors when done
    t glyph flag = yes; Show a tick or a cross
    """
  }

  /// The style spinner.
  static var spinner: StaticString {
    """
    [spinner]
    t preset choice seed kiosk = kiosk; \
    Defaults: the original, or for a display seen from afar
    t size number 10 250 points = 110 | 100; Diameter; 250 points are the screen's short side
    t line number 0.01 0.4 times the size = 0.085 | 0.183; Width of the comet
    t turn number 0.1 60 seconds = 1.4 | 1; Time of a turn
    t pulse choice as-run as-written = as-run; \
    Speed of the pulse: as the original ran, or as written
    t motion choice seed smooth = smooth | seed; Start and end: with the original's jumps, or smooth
    t length choice full progress = progress | full; \
    Length of the comet: a whole turn, or the progress
    t glyph number 0 0.6 times the size = 0.5; Size of tick and cross
    t number flag = yes | no; Show the percentage, and the signs of states, in the ring
    t color color = accent | #F76161; Color
    t track-color color = track; Color of the ring behind the comet
    t done-color color = success; Color when done
    t fail-color color = failure; Color after a failure
    t background color = ground | #FFFFFF; Background color
    """
  }

  /// The style pencil.
  static var pencil: StaticString {
    """
    [pencil]
    t preset choice seed kiosk = kiosk; \
    Defaults: the original, or for a display seen from afar
    t variant choice seed smooth = smooth | seed; Motion: as the original, or smooth
    t line-width number 0.1 40 points = 3 | 2.5; \
    Width of all lines; 320 by 240 points fit the screen
    t lean number -60 60 degrees = 15; Angle of the pencil
    t sway number 0 45 degrees = 5 | 0; Largest change of the angle with speed
    t bob number 0 10 points = 1 | 0; Height of the pencil's bobbing
    t number flag = yes | no; Show the percentage below the line, and the signs of states
    t color color = ink | #FFFFFF; Color of the pencil
    t body-color color; Color of the pencil's inside; default: none
    t track-color color = track | #FFFFFF; Color of the line
    t done-color color = accent | #42CC76; Color of the drawn part
    t tick-color color = success | #FFFFFF; Color of circle and tick when done
    t fail-color color = failure | #F76161; Color after a failure
    t background color = ground | #8ECEED; Background color
    """
  }

  /// The style bubble.
  static var bubble: StaticString {
    """
    [bubble]
    t preset choice seed kiosk = kiosk; \
    Defaults: the original, or for a display seen from afar
    t variant choice seed smooth = smooth | seed; Motion: as the original, or smooth
    t width number 40 300 points = 240 | 200; Length of the bar
    t line-width number 0.1 20 points = 5.4 | 4; Height of the bar; 320 by 240 points fit the screen
    t tilt choice none absolute relative = absolute | none; \
    Lean of the label: none, with the bar's speed, with the run's
    t tilt-angle number 0 40 degrees = 15; Largest lean of the label
    t rope number 0 0.2 bars = 0; Sag of the bar
    t failure choice drain hang tilt = tilt | drain; \
    Failure: the bar drains, the label falls and hangs, or it tilts
    t pause number 0 5 seconds = 0.9 | 1.4; Time from a failure to the label's message
    t turn number 0.05 5 seconds = 0.45 | 0.2; Time of the label's flip when done
    t cycle number 0.5 60 seconds = 2; Time of a piece along the bar while the extent is unknown
    t signs flag = yes | no; Show the state in the colors of bar and label, and by signs
    t color color = ink | #FFFFFF; Color of the label
    t line-color color = accent | #FFFFFF; Color of the bar
    t track color = track | #808080; Color of the box and of the empty bar
    t text-color color = ground | #000000; Color of the digits
    t done-color color = success | #00FF00; Color of the tick; with signs of bar and label when done
    t fail-color color = failure | #FF0000; \
    Color of the cross; with signs of bar and label after a failure
    t background color = ground | #8ECEED; Background color
    """
  }

  /// The style wave.
  static var wave: StaticString {
    """
    [wave]
    t preset choice seed kiosk = kiosk; \
    Defaults: the original, or for a display seen from afar
    t ring-width number 0.1 20 points = 5.5 | 4; \
    Width of the ring; 250 points are the screen's short side
    t line-width number 0.1 20 points = 3.6 | 3; Width of the lines in the ring
    t track number 0 1 = 1 | 0.3; Opacity of the empty part
    t track-color color = track | #FFFFFF; Color of the empty part
    t number flag = yes | no; Show the percentage above the wave, and the signs of states
    t fill number 0 1 = 0.18 | 0; Opacity of the area below the wave
    t intro number 0 10 seconds = 1.2 | 1.5; Time from the arrow to the wave
    t amplitude number 0 20 points = 4 | 3; Height of the waves
    t speed number 0 100 radians a second = 10 | 20; Speed of the waves; 4 points are a radian
    t calm number 0 0.95 = 0.5; Progress from which the waves get smaller
    t swell number 0 10 seconds = 0.6 | 0; Time of the waves' rise at the start
    t turn number 0.1 60 seconds = 1.6 | 1; Time of a turn while the extent is unknown
    t digit-height number 1 50 points = 20 | 12; Largest height of the digits
    t glyph number 0.5 2 times = 1.3 | 1; Size of tick and cross
    t tick choice seed smooth = smooth | seed; \
    Spring of the tick: with the original's jump, or smooth
    t color color = accent | #FFFFFF; Color of the lines
    t done-color color = success | #FFFFFF; Color when done
    t fail-color color = failure | #F76161; Color after a failure
    t background color = ground | #299EEF; Background color
    """
  }
}
