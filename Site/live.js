// Live panels: the studio's engine draws in place of pictures. A panel plays when it is pressed.
"use strict";

const sessions = {
  hero: `@0.2 title System update
@0.2 message Downloading firmware 4.2
@0.6 step 1/2 Downloading
@0.7 bytes 0 105M
@1.2 bytes 20M 105M
@1.7 bytes 41M 105M
@2.2 bytes 60M 105M
@2.7 bytes 84M 105M
@3.2 bytes 105M 105M
@3.4 message Installing firmware 4.2
@3.4 step 2/2 Installing
@3.9 progress 0.2
@4.4 progress 0.45
@4.9 progress 0.7
@5.4 progress 0.95
@5.9 progress 1
@6.2 done Firmware 4.2 is installed
`,
};

class LivePanel {
  static list = [];
  static size = [800, 450];
  // The moment that a panel shows before it plays.
  static still = 2.6;
  static root = "/usr/share/fbprogress";

  // The engine with the fonts; one for all panels.
  static engine() {
    this.loading ??= (async () => {
      Files.base = "studio/";
      const engine = await Engine.load((await Files.load("module")).get("module"));
      for (const font of Files.index.fonts.filter((name) => name !== "world")) {
        for (const [path, bytes] of await Files.load(`font-${font}`)) engine.put(path, bytes);
      }
      return engine;
    })();
    return this.loading;
  }

  constructor(screen) {
    this.screen = screen;
    this.number = LivePanel.list.push(this) - 1;
    this.button = screen.querySelector(".play");
    this.time = LivePanel.still;
    screen.addEventListener("click", () => this.toggle());
  }

  // Draws the still frame, and puts the canvas in the picture's place.
  async prepare() {
    const { theme, style } = this.screen.dataset;
    const wanted = theme ?? style;
    if (this.shown === wanted) return;
    const engine = this.drawing = await LivePanel.engine();
    if (theme) for (const [path, bytes] of await Files.load(`theme-${theme}`)) engine.put(path, bytes);
    const [width, height] = LivePanel.size;
    const words = [...theme ? ["--theme", theme] : ["--style", style], "--size", `${width}x${height}`];
    const { isOpen, lines } = engine.open(this.number, words, sessions.hero);
    if (!isOpen) throw new Error(lines.join(" "));
    if (!this.canvas) {
      this.canvas = document.createElement("canvas");
      [this.canvas.width, this.canvas.height] = LivePanel.size;
      this.canvas.setAttribute("role", "img");
      this.context = this.canvas.getContext("2d");
      this.screen.querySelector("img").replaceWith(this.canvas);
    }
    this.canvas.setAttribute("aria-label", `A session with ${wanted}`);
    this.end = engine.end(this.number) + 1;
    this.shown = wanted;
    this.isNew = true;
    this.draw();
    this.screen.dataset.ready = "yes";
  }

  draw() {
    const [width, height] = LivePanel.size;
    this.drawing.show(this.number, this.time);
    const pixels = this.drawing.canvas(this.number);
    const part = this.isNew ? { left: 0, top: 0, width, height } : this.drawing.changed(this.number);
    this.isNew = false;
    if (part) this.context.putImageData(new ImageData(pixels, width, height), 0, 0, part.left, part.top, part.width, part.height);
  }

  async toggle() {
    if (this.isPlaying) return this.pause();
    for (const other of LivePanel.list) if (other !== this) other.pause();
    this.setPlaying(true);
    try {
      await this.prepare();
    } catch (error) {
      this.setPlaying(false);
      this.screen.title = `The panel cannot be drawn: ${error.message}`;
      return;
    }
    if (this.time === LivePanel.still) this.time = 0;
    this.clock = performance.now();
    requestAnimationFrame((now) => this.tick(now));
  }

  pause() { this.setPlaying(false); }

  setPlaying(isPlaying) {
    this.isPlaying = isPlaying;
    this.screen.classList.toggle("playing", isPlaying);
    this.button.setAttribute("aria-label", `${isPlaying ? "Pause" : "Play"} ${this.screen.dataset.theme ?? this.screen.dataset.style}`);
  }

  tick(now) {
    if (!this.isPlaying) return;
    this.time += Math.min(Math.max(0, now - this.clock) / 1000, 0.25);
    this.clock = now;
    if (this.time > this.end) this.time = 0;
    this.draw();
    requestAnimationFrame((next) => this.tick(next));
  }
}

(() => {
  for (const screen of document.querySelectorAll(".screen")) new LivePanel(screen);
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  // A picture becomes a panel when it comes into view.
  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const panel = LivePanel.list.find(({ screen }) => screen === target);
      if (!isIntersecting) panel.pause();
      else if (!panel.shown) panel.prepare().then(() => { if (target.classList.contains("playing-first") && !isStill) panel.toggle(); }, () => {});
    }
  }, { rootMargin: "120px" });
  for (const { screen } of LivePanel.list) watcher.observe(screen);
  const chips = [...document.querySelectorAll(".chips button")];
  const mark = (name) => chips.forEach((chip) => chip.setAttribute("aria-pressed", chip.dataset.theme === name));
  if (chips.length) mark(LivePanel.list[0].screen.dataset.theme);
  for (const chip of chips) {
    chip.addEventListener("click", async () => {
      const [panel] = LivePanel.list;
      panel.pause();
      panel.screen.dataset.theme = chip.dataset.theme;
      panel.time = LivePanel.still;
      mark(chip.dataset.theme);
      await panel.prepare();
      if (!isStill) panel.toggle();
    });
  }
  for (const link of document.querySelectorAll("a[data-theme], a[data-style]")) {
    const { theme, style } = link.dataset;
    const state = theme ? { base: theme, script: sessions.hero } : { base: "plain", theme: `style = ${style}\n`, script: sessions.hero };
    Files.shorten(JSON.stringify(state)).then((text) => { link.href = `studio/index.html#s=${text}`; });
  }
})();
