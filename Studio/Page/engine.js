// The program's drawing, compiled to WebAssembly: memory, texts and calls. For pages and for node alike.
"use strict";

class Engine {
  // bytes: the module's file. Throws if the browser lacks what it needs.
  static async load(bytes) {
    return new Engine((await WebAssembly.instantiate(bytes, {})).instance.exports);
  }

  constructor(calls) {
    this.calls = calls;
    this.decoder = new TextDecoder();
    this.encoder = new TextEncoder();
  }

  get memory() { return this.calls.memory.buffer; }

  // Lends bytes or texts to a call: each becomes an address and a count.
  lend(parts, call) {
    const places = [];
    try {
      const words = [];
      for (const part of parts) {
        const bytes = typeof part === "string" ? this.encoder.encode(part) : part;
        const place = this.calls.malloc(bytes.length || 1);
        if (!place) throw new RangeError("The page has too little memory.");
        places.push(place);
        new Uint8Array(this.memory, place, bytes.length).set(bytes);
        words.push(place, bytes.length);
      }
      return call(...words);
    } finally {
      for (const place of places) this.calls.free(place);
    }
  }

  // The bytes of an answer: a copy.
  bytes(count) { return new Uint8Array(this.memory, this.calls.studio_answer(), count).slice(); }
  text(count) { return this.decoder.decode(new Uint8Array(this.memory, this.calls.studio_answer(), count)); }
  // Texts in JSON are bytes of UTF-8, each as a character.
  json(count) {
    return JSON.parse(this.text(count), (_, value) =>
      typeof value === "string" ? this.decoder.decode(Uint8Array.from(value, (one) => one.charCodeAt(0))) : value);
  }

  // The log's lines since the last call.
  log() { return this.text(this.calls.studio_log()).split("\n").filter((line) => line); }
  table() { return this.json(this.calls.studio_table()); }

  put(path, bytes) { this.lend([path, bytes], (...words) => this.calls.studio_put(...words)); }
  remove(path) { this.lend([path], (...words) => this.calls.studio_remove(...words)); }
  // What `fbprogress check FOLDER` says; empty for a good theme.
  check(folder) {
    this.lend([folder], (...words) => this.calls.studio_check(...words));
    return this.log();
  }

  // Opens a panel with a command line and a script. Gives whether it is open, and the log's lines.
  // density: pixels per millimeter; 0 for unknown.
  open(number, words, script, density = 0) {
    const isOpen = this.lend([words.map((word) => word + "\0").join(""), script], (...parts) =>
      this.calls.studio_open(number, ...parts, density)) !== 0;
    return { isOpen, lines: this.log() };
  }
  // Shows a board's state in place of the script. Gives whether the bytes are one.
  mirror(number, bytes) { return this.lend([bytes], (...words) => this.calls.studio_mirror(number, ...words)) !== 0; }
  close(number) { this.calls.studio_close(number); }
  width(number) { return this.calls.studio_width(number); }
  height(number) { return this.calls.studio_height(number); }
  // When the script has ended, seconds.
  end(number) { return this.calls.studio_end(number); }
  // When the next frame may differ, seconds; negative for never.
  next(number, seconds) { return this.calls.studio_next(number, seconds); }
  state(number, seconds) { return this.json(this.calls.studio_state(number, seconds)); }

  // Shows the frame of a time. The bytes of the panel's memory, valid until the next call.
  show(number, seconds) {
    const place = this.calls.studio_show(number, seconds);
    return new Uint8Array(this.memory, place, this.calls.studio_byte_count(number));
  }
  // The bounds of what the last frame changed; null for nothing.
  changed(number) {
    const bits = BigInt.asUintN(64, this.calls.studio_changed(number));
    const [left, top, width, height] = [0n, 16n, 32n, 48n].map((shift) => Number((bits >> shift) & 0xffffn));
    return width ? { left, top, width, height } : null;
  }
  // The panel's pixels as a canvas takes them, valid until the next call.
  canvas(number, isMonochrome = false) {
    const place = this.calls.studio_canvas(number, isMonochrome ? 1 : 0);
    return new Uint8ClampedArray(this.memory, place, this.width(number) * this.height(number) * 4);
  }
  // The newest frame as a PNG.
  picture(number) { return this.bytes(this.calls.studio_picture(number)); }

  // The script as an animated PNG. `progress` gets the share that is done, and says whether to go on.
  async animation(number, framesPerSecond, progress) {
    const count = this.calls.studio_animation_begin(number, framesPerSecond);
    for (let frame = 0; frame < count; frame++) {
      this.calls.studio_animation_append();
      if (frame % 8 === 7 && !(await progress((frame + 1) / count))) {
        this.calls.studio_animation_end();
        return null;
      }
    }
    return this.bytes(this.calls.studio_animation_end());
  }

  // Turns an updater's log into a script.
  // pieces: texts or bytes with their times. name: the protocol, "wrap" for a command's output, "" to recognize it.
  readLog(name, pieces, end) {
    if (!this.lend([name], (...words) => this.calls.studio_log_begin(...words))) {
      throw new RangeError(`There is no protocol ${name}.`);
    }
    for (const { time, bytes } of pieces) {
      this.lend([bytes], (...words) => this.calls.studio_log_read(time, ...words));
    }
    return this.json(this.calls.studio_log_end(end));
  }
}

if (typeof module !== "undefined") module.exports = { Engine };
