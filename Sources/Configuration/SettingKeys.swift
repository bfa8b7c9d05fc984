public import Base

/// A setting by its name in camel case: `ringLineWidth` is the key of `ring.line-width`.
///
/// Each kind of values has an enum. A test compares all keys with the table. A setting that the
/// code does not read has no key.
public protocol SettingKey: CaseIterable, RawRepresentable, Sendable
where RawValue == StaticBytes {}

/// The key of a number.
public enum NumberKey: StaticBytes, SettingKey {
  case stallAfter, outcomeTime, holdAt, brightness, fps, timeout, scale, frameRate
  case revealDelay, revealTime
  case backgroundScrim
  case ringRadius, ringLineWidth, ringStart, ringTrack, ringTrackWidth, ringFade, ringTurn
  case rainbowY, rainbowHeight, rainbowTint, rainbowTrack, rainbowStep
  case spinnerSize, spinnerLine, spinnerTurn, spinnerGlyph
  case pencilLineWidth, pencilLean, pencilSway, pencilBob
  case bubbleWidth, bubbleLineWidth, bubbleTiltAngle, bubbleRope, bubblePause, bubbleTurn,
    bubbleCycle
  case waveRingWidth, waveLineWidth, waveTrack, waveFill, waveIntro, waveAmplitude, waveSpeed,
    waveCalm, waveSwell, waveTurn, waveDigitHeight, waveGlyph
}

/// The key of a flag.
public enum FlagKey: StaticBytes, SettingKey {
  case finishAtFull, monotonic, limitSpeed, steady, atomic, mlock, verbose, background,
    bestEffort, json, follow, printConfig, help, version, physicalSize, reducedMotion, stallLook
  case ringNumber, ringSnap, ringTick
  case rainbowPill, rainbowNumber, rainbowFreeze, rainbowGlyph
  case spinnerNumber
  case pencilNumber
  case bubbleSigns
  case waveNumber
}

/// The key of a text, a list, or paths.
public enum TextKey: StaticBytes, SettingKey {
  case match, identity, feed, trustedUsers, newRoot, resume, history, wait, onExitTimeout,
    dumpFolder, status, record, device, output, image, imageFolders, fonts, boldFonts,
    numeralFonts, locale, localeFolder, size, theme, themeFolders, config, script, at, field, style,
    supportURL, okStatus, onDone, onFail
  case backgroundImage, logoImage
}

/// The key of a word of several.
public enum ChoiceKey: StaticBytes, SettingKey {
  case atEOF, afterOutcome, onExit, wrapTerminal, presenter, rotate, keyboard, format,
    terminalGraphics, log, sandbox, palette, layout
  case revealEdge
  case backgroundFit
  case ringCap
  case rainbowVariant, rainbowAnchor
  case spinnerPulse, spinnerMotion, spinnerLength
  case pencilVariant
  case bubblePreset, bubbleVariant, bubbleTilt, bubbleFailure
  case wavePreset, waveTick
}

/// The key of a color.
public enum ColorKey: StaticBytes, SettingKey {
  case ground, ink, muted, accent, track, success, warning, failure
  case backgroundColor, backgroundTo
  case ringTrackColor, ringColor, ringDoneColor, ringFailColor, ringBackground
  case rainbowTrackColor, rainbowBackground
  case spinnerColor, spinnerTrackColor, spinnerDoneColor, spinnerFailColor, spinnerBackground
  case pencilColor, pencilBodyColor, pencilTrackColor, pencilDoneColor, pencilTickColor,
    pencilFailColor, pencilBackground
  case bubbleColor, bubbleLineColor, bubbleTrack, bubbleTextColor, bubbleDoneColor,
    bubbleFailColor, bubbleBackground
  case waveTrackColor, waveColor, waveDoneColor, waveFailColor, waveBackground
}

/// A part of the screen with settings of its own.
public enum ScreenPart: StaticBytes, CaseIterable, Sendable {
  case title, message, facts, detail, step, percent, bytes, speed, left, stall, warning, identity,
    outcome, plan, tail, logo, picture1, picture2, picture3, picture4, done, failed, stalled
}

/// A setting that several parts of the screen have.
public enum PartKey: StaticBytes, CaseIterable, Sendable {
  case anchor, background, box, color, fit, image, lines, size, state
}
