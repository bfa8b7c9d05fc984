// An updater's log as pieces with times: from its timestamps, or one line after the other.
"use strict";

const Log = {
  // Timestamps that a line may begin with. `seconds` makes a number of the match.
  stamps: [
    // The kernel's: [   12.345678]
    { name: "seconds since the start", form: /^\[\s*(\d+\.\d+)\]\s?/, seconds: (found) => Number(found[1]) },
    // ISO 8601: 2026-11-25T16:03:34.123Z, or with a blank, or in brackets
    {
      name: "date and time",
      form: /^\[?(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:?\d\d)?\]?[:,]?\s?/,
      seconds: (found) => Date.parse(`${found[1]}T${found[2]}${(found[4] ?? "Z").replace(/(\d\d)(\d\d)$/, "$1:$2")}`) / 1000
        + Number(`0.${found[3] ?? 0}`),
    },
    // syslog and journalctl: Nov 25 16:03:34 host program[12]:
    {
      name: "the journal's time",
      form: /^([A-Z][a-z]{2} [ \d]\d) (\d\d:\d\d:\d\d)(?:\.(\d+))? (?:\S+ [^\s:]+: )?/,
      seconds: (found) => Date.parse(`${found[1]} 2000 ${found[2]} UTC`) / 1000 + Number(`0.${found[3] ?? 0}`),
    },
    // Time of day: 16:03:34.123
    {
      name: "time of day",
      form: /^\[?(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?\]?\s/,
      seconds: (found) => Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3]) + Number(`0.${found[4] ?? 0}`),
    },
    // Since 1970: 1700000000.123
    { name: "seconds since 1970", form: /^\[?(\d{10}\.\d+)\]?:?\s/, seconds: (found) => Number(found[1]) },
  ],

  // The pieces of a log: lines, and what carriage returns overwrite in one.
  split(text) { return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []; },

  // The kind of timestamp that most lines have; null for none.
  stamp(pieces) {
    const lines = pieces.filter((piece) => piece.trim());
    const counts = this.stamps.map((stamp) =>
      lines.filter((line) => stamp.form.test(line) && Number.isFinite(stamp.seconds(stamp.form.exec(line)))).length);
    const most = Math.max(0, ...counts);
    return most > 0 && most * 2 >= lines.length ? this.stamps[counts.indexOf(most)] : null;
  },

  // A log that is a script already: each line has @SECONDS.
  isScript(text) {
    const lines = text.split("\n").map((line) => line.trim()).filter((line) => line && !line.startsWith("#"));
    return lines.length > 0 && lines.every((line) => /^@\d+(\.\d+)?\s+\S/.test(line));
  },

  // Pieces with times.
  // timing: "stamps" where there are some, otherwise or with "even" one after the other over `length` seconds.
  // pause: the longest time between two pieces, seconds; 0 for any.
  pieces(text, { timing = "stamps", length = 10, pause = 0 } = {}) {
    const pieces = this.split(text);
    const stamp = timing === "stamps" ? this.stamp(pieces) : null;
    if (!stamp) {
      const step = pieces.length > 1 ? length / (pieces.length - 1) : 0;
      return { pieces: pieces.map((bytes, index) => ({ bytes, time: round(index * step) })), stamp: null, end: round(length) };
    }
    let [time, previous] = [0, null];
    const timed = pieces.map((piece) => {
      const found = stamp.form.exec(piece);
      const now = found ? stamp.seconds(found) : NaN;
      if (Number.isFinite(now)) {
        const passed = previous === null ? 0 : Math.max(0, now - previous);
        time += pause > 0 ? Math.min(passed, pause) : passed;
        previous = previous === null ? now : Math.max(previous, now);
      }
      return { bytes: found ? piece.slice(found[0].length) : piece, time: round(time) };
    });
    return { pieces: timed, stamp: stamp.name, end: round(time) };

    function round(seconds) { return Math.round(seconds * 1000) / 1000; }
  },
};

if (typeof module !== "undefined") module.exports = { Log };
