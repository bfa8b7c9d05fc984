// The text of a settings file: lines `key = value`, sections, comments. The text stays as the user wrote it.
"use strict";

const Conf = {
  // The entries in order: key with its section, value, number of the line from 0.
  entries(text) {
    const found = [];
    let section = "";
    text.split("\n").forEach((line, number) => {
      const words = line.trim();
      if (!words || words.startsWith("#")) return;
      if (words.startsWith("[")) {
        const name = words.replace(/^\[|\]$/g, "").trim();
        section = name ? `${name}.` : "";
        return;
      }
      const equals = words.indexOf("=");
      if (equals < 0) return;
      found.push({ key: section + words.slice(0, equals).trim(), value: words.slice(equals + 1).trim(), number });
    });
    return found;
  },

  // The values by key; of a key that is set twice, the last one.
  values(text) { return new Map(this.entries(text).map(({ key, value }) => [key, value])); },

  // The text with a value set, or with the key removed for null.
  set(text, key, value) {
    const lines = text.split("\n");
    const entries = this.entries(text).filter((one) => one.key === key);
    if (value === null) {
      const gone = new Set(entries.map(({ number }) => number));
      return lines.filter((_, number) => !gone.has(number)).join("\n");
    }
    if (entries.length) {
      const { number } = entries.at(-1);
      lines[number] = `${lines[number].slice(0, lines[number].indexOf("=")).trimEnd()} = ${value}`;
      return lines.join("\n");
    }
    const point = key.indexOf(".");
    const header = `[${key.slice(0, point)}]`;
    const place = point < 0 ? -1 : lines.findLastIndex((line) => line.trim() === header);
    if (place >= 0) {
      // At the end of its section, before blank lines.
      let end = lines.findIndex((line, number) => number > place && line.trim().startsWith("["));
      if (end < 0) end = lines.length;
      while (end > place + 1 && !lines[end - 1].trim()) end--;
      lines.splice(end, 0, `${key.slice(point + 1)} = ${value}`);
      return lines.join("\n");
    }
    let end = lines.findIndex((line) => line.trim().startsWith("["));
    const hasSections = end >= 0;
    if (!hasSections) end = lines.length;
    while (end > 0 && !lines[end - 1].trim()) end--;
    lines.splice(end, 0, `${key} = ${value}`);
    if (!hasSections && lines.at(-1) !== "") lines.push("");
    return lines.join("\n");
  },
};

if (typeof module !== "undefined") module.exports = { Conf };
