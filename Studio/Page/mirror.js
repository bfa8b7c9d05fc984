// A board's state, live: the events that live.py makes of the reports of `fbprogress status`.
"use strict";

class Mirror {
  // Calls session(version, lines), state(seconds, bytes) and told(text) as events arrive, and asks again after an end.
  constructor(address, calls) {
    [this.address, this.calls, this.end] = [address, calls, new AbortController()];
    this.follow();
  }

  // The address of a mirror as a user writes it; null for another text.
  static address(text) {
    try {
      const address = new URL(/^[a-z]+:\/\//.test(text) ? text : `http://${text}`);
      // Browsers take a space for a part of a name.
      return /^https?:$/.test(address.protocol) && /^[\w.:[\]-]+$/.test(address.hostname) ? address.origin : null;
    } catch {
      return null;
    }
  }

  close() { this.end.abort(); }

  async follow() {
    while (!this.end.signal.aborted) {
      try {
        const answer = await fetch(`${this.address}/`, { signal: this.end.signal, cache: "no-store", credentials: "omit" });
        if (!answer.ok) throw new Error((await answer.text()).slice(0, 200).trim() || `status ${answer.status}`);
        await this.read(answer.body.pipeThrough(new TextDecoderStream()).getReader());
        this.calls.told("The board's screen ended; asking again.");
      } catch (error) {
        if (this.end.signal.aborted) return;
        this.calls.told(error instanceof TypeError
          ? `${this.address} does not answer. Does live.py run?` : error.message);
      }
      await new Promise((done) => setTimeout(done, 2000));
    }
  }

  async read(reader) {
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done || this.end.signal.aborted) return;
      const events = (rest + value).split("\n\n");
      rest = events.pop();
      // Of several states only the newest counts.
      for (const [index, event] of events.entries()) {
        const lines = event.split("\n").map((line) => line.replace(/^data: /, ""));
        if (lines[0] === "event: session") await this.calls.session(lines[1], lines.slice(2));
        else if (index === events.length - 1) this.take(lines[0]);
      }
    }
  }

  take(line) {
    const [time, text] = line.split(" ");
    this.calls.state(Number(time) / 1e9, Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
  }
}

// The page while it shows a board.
const Live = {
  mirror: null,
  get isOn() { return this.mirror !== null; },

  connect(address) {
    this.close();
    play(false);
    Studio.overview = "";
    [this.offset, this.hold, this.wire] = [-Infinity, Infinity, null];
    this.mirror = new Mirror(address, {
      session: (version, lines) => this.begin(version, lines),
      state: (seconds, bytes) => this.take(seconds, bytes),
      told: (text) => { find("live-text").textContent = text; },
    });
    document.body.classList.add("live");
    find("live-strip").hidden = false;
    find("live-text").textContent = `Asking ${address}…`;
    apply();
  },

  close() {
    if (!this.isOn) return;
    this.mirror.close();
    this.mirror = null;
    clearTimeout(this.timer);
    document.body.classList.remove("live");
    find("live-strip").hidden = true;
    apply();
  },

  // Takes the board's settings, as edits that can be undone.
  async begin(version, lines) {
    const values = Conf.values(lines.join("\n"));
    const name = values.get("theme") ?? "none";
    const before = snapshot();
    const isShipped = Files.index.themes.includes(name);
    if (isShipped) await beginWith(name);
    const { state } = Studio;
    if (!isShipped) [state.theme, state.files, state.name] = ["", new Map(), name === "none" ? "board" : name];
    const place = `${root}/themes/${name}/`;
    const known = Conf.values(state.theme);
    for (let [key, value] of values) {
      if (["theme", "locale", "rotate", "size", "hold-at"].includes(key)) continue;
      if (value.startsWith(place)) value = value.slice(place.length);
      if (known.get(key) !== value) state.theme = Conf.set(state.theme, key, value);
    }
    state.settings = {};
    if (Files.index.locales.includes(values.get("locale"))) state.locale = values.get("locale");
    state.rotate = /^(90|180|270)$/.test(values.get("rotate")) ? values.get("rotate") : "0";
    const size = /^(\d+)x(\d+)$/.exec(values.get("size") ?? "");
    if (size) [state.width, state.height] = [Number(size[1]), Number(size[2])];
    this.hold = Number(values.get("hold-at") ?? Infinity);
    // A board's clock begins anew with it.
    this.offset = -Infinity;
    this.note = version === Studio.table.version ? ""
      : ` The board runs fbprogress ${version}; this studio is of ${Studio.table.version}, and may show it otherwise.`;
    if (!isShipped && name !== "none") this.note += ` Drop the folder of the theme ${name}, as zip, for its pictures.`;
    Studio.past.push(before);
    apply();
  },

  take(seconds, bytes) {
    // The event that took the least time to get here tells the clock best.
    this.offset = Math.max(this.offset, seconds - performance.now() / 1000);
    this.wire = bytes;
    this.applied();
    this.draw();
    const state = guard(() => Studio.engine.state(Studio.view.panels[0]?.number ?? 0, Studio.time));
    find("live-text").textContent = `${this.mirror.address}${this.note}`;
    if (state) showStatus();
  },

  // Gives the newest state to panels that were opened.
  applied() {
    if (!this.wire) return;
    for (const { number } of Studio.view.panels) {
      if (guard(() => Studio.engine.mirror(number, this.wire)) === false) {
        this.note = " Its state is of another version; take the studio of the board's release.";
      }
    }
  },

  // Draws the frame of now, and the next one when something moves.
  draw() {
    clearTimeout(this.timer);
    if (!this.wire) return;
    const time = Studio.time = Math.max(0, Math.min(this.hold, performance.now() / 1000 + this.offset));
    guard(() => Studio.view.draw(time));
    const times = Studio.view.panels.map(({ number }) => Studio.engine.next(number, time)).filter((next) => next >= 0);
    if (!times.length || time >= this.hold) return;
    const wait = Math.max(0, Math.min(...times) - time) * 1000;
    this.timer = setTimeout(() => requestAnimationFrame(() => { if (this.isOn) this.draw(); }), Math.min(wait, 60_000));
  },
};

if (typeof module !== "undefined") module.exports = { Mirror };
