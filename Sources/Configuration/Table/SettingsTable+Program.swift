// The table of settings: the program and its processes.
extension SettingsTable {
  /// Feeds and the end of a session.
  static var feeds: StaticString {
    """
    t match texts REGEX; \
    Regular expression for lines; groups: percent, current, total, message, speed, done, fail
    f identity texts NAME VALUE; \
    Fact about the machine, such as Serial 1234; @PATH: first line of a file
    f feed texts [WEIGHT*][PROTOCOL:]PLACE, the place being fifo, fifo:PATH, PATH, fd:N, listen, \
    listen:NAME, - \
    = fifo; Feed to read: a FIFO, file, socket or descriptor; may be repeated
    f trusted-users text UID[,UID...]; \
    User IDs whose sockets are read, beside root and the program's own
    f at-eof choice auto stay fail done = auto; \
    Outcome at the end of a feed; auto: interrupted, and exit after a pipe
    f new-root text PATH; Root for all paths after the record newroot
    f resume text PATH; File that keeps the state for a restarted instance, below /run
    f history text PATH; File that keeps how long runs take, to tell the time left
    f finish-at-full flag = no; Treat 100 % as done; otherwise 99 % is shown until done
    f monotonic flag = no; Never move the shown progress backwards within a run
    t limit-speed flag = no; Take at least a second from 0 % to 100 %
    t steady flag = yes; Move evenly between rare records, never ahead of them
    t stall-after number 1 86400 seconds = 10; Silence until a run counts as stalled
    f after-outcome choice exit stay = exit; Exit after an outcome, or stay for the next run
    t outcome-time number 0 86400 seconds = 1; Time that an outcome stays on the display
    f on-done text COMMAND; Shell command to run after a success
    f on-fail text COMMAND; Shell command to run after another outcome
    f wait text SECONDS, forever = 30; Fail if no display appears within N seconds
    f on-exit choice restore keep black = restore; Display after the end: console, last frame, black
    f on-exit-timeout text SECONDS, forever = 10; Time for a successor to take the display, seconds
    f dump-folder text PATH = /run/fbprogress/dump; Folder for state and frames on SIGUSR1
    f status text PATH, off = /run/fbprogress/state/io.fbprogress.Progress; \
    Unix socket that tells other programs what the screen shows
    c record text FILE; Record the feed as a script, with times
    c hold-at number 0 1000000 seconds; Stop the script's clock at this time
    c wrap-terminal choice auto yes no = auto; \
    wrap: give the command a terminal; auto: if there is one
    c ok-status text STATUS[,STATUS...]; \
    wrap: exit statuses that mean success; default: 0 and those of the tool, such as rsync's 24
    """
  }

  /// Displays, pictures and fonts.
  static var displays: StaticString {
    """
    f presenter choice auto drm fbdev png terminal null = auto; \
    Output: DRM, framebuffer device, PNG files, text on a terminal, none
    f device text PATH, DRIVER; Card or framebuffer device; default: the first with a display
    f output text CONNECTOR[,CONNECTOR...], FILE.png, NAME-%d.png, FILE.apng, FILE.raw; \
    Connectors such as HDMI-A-1, default all; or files to write
    f rotate choice auto 0 90 180 270 = auto; \
    Clockwise rotation, degrees; auto: as the panel is mounted
    f atomic flag = yes; Use atomic commits where the driver supports them
    f keyboard choice auto leave off = auto; \
    Discard keyboard input on the console; auto: unless started there
    f brightness number 1 100 percent = 100; Brightness for a panel that is dark at the first frame
    t image path; PNG to reveal when done
    f image-folders text PATH[:PATH...] = /usr/share/fbprogress:/etc/fbprogress; \
    Folders of the PNG files that a feed may name
    t fonts paths \
    = /usr/share/fbprogress/fonts/default.fbfont:/usr/share/fbprogress/fonts/world.fbfont; Font \
    packs, in order of preference
    t bold-fonts paths = /usr/share/fbprogress/fonts/bold.fbfont; \
    Font packs of headlines, in order of preference
    t numeral-fonts paths = /usr/share/fbprogress/fonts/numeral.fbfont; \
    Font packs of large numbers, in order of preference
    f locale text auto, NAME = auto; Language of the program's texts, such as pt-BR; auto: from LANG
    t locale-folder paths = /usr/share/fbprogress/locale; \
    Folders of translations; the first one wins
    c size text WxH = 1280x720; Size of pictures, and of frames without a display
    c fps count 1 240 frames a second; \
    Frame rate of an animation (30), refresh rate of presenter null (60)
    f mlock flag = no; Lock the program's memory
    t format choice auto XRGB8888 ARGB8888 XBGR8888 RGB888 RGB565 R8 R1 = auto; \
    Pixel format; auto: the best that the display supports
    """
  }

  /// Terminals.
  static var terminals: StaticString {
    """
    f terminal-graphics choice auto kitty sixel none = auto; \
    Frames on a terminal, or none: text; auto: as the terminal answers
    """
  }

  /// Themes, and the settings of commands.
  static var commands: StaticString {
    """
    f theme text NAME, FOLDER, none; Theme: its name, or a folder with theme.conf
    f theme-folders text PATH[:PATH...] = /etc/fbprogress/themes:/usr/share/fbprogress/themes; \
    Folders of themes
    f log choice auto stderr kmsg = auto; \
    Destination of messages; auto: the kernel log in an initramfs
    f verbose flag = no; Log more
    f sandbox choice no yes kill = yes; \
    Give up rights after the start; kill: end a process that uses others
    c config text FILE; Configuration file; default: /etc/fbprogress.conf, if present
    c script text FILE; Play a script instead of a feed
    c at text T[,T...]; render: times of frames, seconds; an animation has all
    c background flag = no; Return once the feeds are open
    c timeout number 0 3600 seconds = 1; send, status: time to wait for the screen
    c best-effort flag = no; send: exit 0 even if the record cannot be delivered
    c json flag = no; probe, doctor, config, status, --version: print JSON
    c follow flag = no; status: print a report after each change, until the screen ends
    c field text NAME; status: print the value of this field alone
    c print-config flag = no; Print a configuration file with all defaults
    c help flag = no; Print this help, or that of the command
    c version flag = no; Print the version
    """
  }
}
