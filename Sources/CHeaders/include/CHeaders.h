// SwiftPM requires a public header. headers.c says what this target is for.
