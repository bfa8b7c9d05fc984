// Scripts of the states that a run can have.
"use strict";

const Scripts = {
  total: 740_000_000,

  // The buttons' states: name, and the records from the moment on at which the progress is reached.
  states: [
    { name: "Wait", records: null },
    { name: "Unknown", records: null },
    { name: "Run", records: [] },
    { name: "Stall", records: [], silence: true },
    { name: "Pause", records: ["paused Waiting for power"] },
    { name: "Done", records: ["done"] },
    { name: "Fail", records: ["fail No space left on device", "code 28"] },
    { name: "Cancel", records: ["cancel"] },
    { name: "Cut off", records: ["end"] },
    { name: "Restart", records: ["done", "restart 10"] },
  ],

  // A script that shows a state, and the time at which it begins.
  // share: percent. rate: bytes a second.
  make(state, share, rate) {
    const lines = ["# " + state.name, "@0 title System update"];
    if (state.name === "Wait") return { text: lines.join("\n") + "\n", time: 0 };
    lines.push("@0 message Writing the new system");
    if (state.name === "Unknown") return { text: [...lines, "@0 bytes 1", ""].join("\n"), time: 0 };
    const goal = Math.round(this.total * share / 100);
    // Four records a second; of a slow download the last minute.
    const seconds = Math.min(60, goal / rate);
    const count = Math.max(1, Math.ceil(seconds * 4));
    for (let index = 0; index <= count; index++) {
      const bytes = Math.round(goal - (count - index) / count * seconds * rate);
      lines.push(`@${this.short(index / count * seconds)} bytes ${Math.max(bytes, 0)} ${this.total}`);
    }
    const time = Number(this.short(seconds + (state.records?.length ? 1 : 0)));
    for (const record of state.records ?? []) lines.push(`@${time} ${record}`);
    return { text: lines.join("\n") + "\n", time };
  },

  // The events of a script for the time line: time, words. Lines that are none are left out.
  events(text) {
    const found = [];
    for (const line of text.split("\n")) {
      const match = /^\s*@(\d+(?:\.\d+)?)\s+(.+)$/.exec(line);
      if (match) found.push({ time: Number(match[1]), words: match[2].trim() });
    }
    return found;
  },

  isOutcome(words) { return /^(done|fail|cancel|end)\b/.test(words); },

  short(seconds) { return String(Math.round(seconds * 1000) / 1000); },
};

if (typeof module !== "undefined") module.exports = { Scripts };
