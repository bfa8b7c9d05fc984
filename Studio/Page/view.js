// Panels on the stage: the engine's pixels on canvases, and the boxes that can be moved.
"use strict";

class View {
  constructor(place, engine) {
    this.place = place;
    this.engine = engine;
    this.panels = [];
    // How long frames took, milliseconds: those that were drawn last.
    this.frameTimes = [];
    // How many frames changed pixels of a canvas.
    this.paintCount = 0;
    new ResizeObserver(() => this.fit()).observe(place.parentElement);
  }

  // Shows panels: a list of { number, label, rotate, isMonochrome }.
  set(panels, choose) {
    this.place.classList.toggle("several", panels.length > 1);
    // The box that has the keyboard gets it again.
    this.heldBox = document.activeElement?.dataset?.box;
    this.panels = panels.map((panel) => {
      const [width, height] = [this.engine.width(panel.number), this.engine.height(panel.number)];
      const canvas = make("canvas", { width, height });
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", panel.label);
      const glass = make("div", { className: "glass" });
      glass.append(canvas);
      const caption = make("figcaption", { textContent: panel.label });
      const figure = make("figure", { className: "panel" });
      figure.append(glass, caption);
      if (choose) {
        figure.tabIndex = 0;
        figure.addEventListener("click", () => choose(panel));
        figure.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(panel); });
      }
      return { ...panel, width, height, canvas, glass, caption, figure, context: canvas.getContext("2d"), isNew: true };
    });
    this.place.replaceChildren(...this.panels.map(({ figure }) => figure));
    this.fit();
  }

  // Makes the panels as large as the stage allows, upright; small ones not beyond thrice their size.
  fit() {
    const stage = this.place.parentElement;
    const several = this.panels.length > 1;
    const space = several ? { width: Math.min(300, stage.clientWidth - 60), height: 200 }
      : { width: stage.clientWidth - 60, height: stage.clientHeight - 90 };
    for (const panel of this.panels) {
      const isTurned = panel.rotate === "90" || panel.rotate === "270";
      const [width, height] = isTurned ? [panel.height, panel.width] : [panel.width, panel.height];
      const scale = Math.max(0.02, Math.min(space.width / width, space.height / height, several ? 1 : 3));
      panel.scale = scale;
      panel.glass.style.width = `${width * scale}px`;
      panel.glass.style.height = `${height * scale}px`;
      panel.glass.classList.toggle("sharp", scale * devicePixelRatio >= 1.5);
      const { style } = panel.canvas;
      style.width = `${panel.width * scale}px`;
      style.height = `${panel.height * scale}px`;
      // The panel is turned, so its picture is upright.
      style.transform = {
        0: "none",
        90: `translate(0, ${height * scale}px) rotate(-90deg)`,
        180: `translate(${width * scale}px, ${height * scale}px) rotate(180deg)`,
        270: `translate(${width * scale}px, 0) rotate(90deg)`,
      }[panel.rotate] ?? "none";
    }
  }

  // Draws the frames of a time.
  draw(seconds) {
    for (const panel of this.panels) {
      const begin = performance.now();
      this.engine.show(panel.number, seconds);
      const pixels = this.engine.canvas(panel.number, panel.isMonochrome);
      const changed = panel.isNew ? { left: 0, top: 0, width: panel.width, height: panel.height } : this.engine.changed(panel.number);
      panel.isNew = false;
      if (changed) {
        const image = new ImageData(pixels, panel.width, panel.height);
        panel.context.putImageData(image, 0, 0, changed.left, changed.top, changed.width, changed.height);
        this.paintCount++;
      }
      this.frameTimes.push(performance.now() - begin);
    }
    if (this.frameTimes.length > 600) this.frameTimes.splice(0, 300);
  }

  get medianTime() {
    const times = this.frameTimes.slice(-120).sort((one, other) => one - other);
    return times.length ? times[times.length >> 1] : 0;
  }

  // MARK: Boxes

  // Shows boxes over the single panel: a list of { name, text }. changed(name, text) gets new ones.
  setBoxes(boxes, changed) {
    const [panel] = this.panels;
    if (!panel) return;
    const held = this.heldBox ?? document.activeElement?.dataset?.box;
    this.heldBox = undefined;
    for (const old of panel.glass.querySelectorAll(".box")) old.remove();
    for (const { name, text } of boxes) {
      const sides = text.split(/\s+/).map(Number);
      if (sides.length !== 4 || sides.some((side) => !Number.isFinite(side))) continue;
      const element = make("div", { className: "box", tabIndex: 0 });
      element.dataset.box = name;
      element.setAttribute("role", "group");
      element.setAttribute("aria-label", `Box ${name}: ${text} percent. Arrow keys move it, with Shift they size it.`);
      element.append(make("span", { textContent: name }), make("i"));
      this.placeBox(element, sides);
      this.listen(element, panel, sides, (text) => changed(name, text));
      panel.glass.append(element);
      if (held === name) element.focus();
    }
  }

  placeBox(element, [left, top, width, height]) {
    Object.assign(element.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
  }

  listen(element, panel, sides, done) {
    const move = ([left, top, width, height], across, down, sizes) => {
      const half = (number) => Math.round(number * 2) / 2;
      if (sizes) {
        return [left, top, half(Math.min(Math.max(width + across, 1), 100 - left)), half(Math.min(Math.max(height + down, 1), 100 - top))];
      }
      return [half(Math.min(Math.max(left + across, 0), 100 - width)), half(Math.min(Math.max(top + down, 0), 100 - height)), width, height];
    };
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      element.focus();
      element.setPointerCapture(event.pointerId);
      const sizes = event.target.tagName === "I";
      const [x, y] = [event.clientX, event.clientY];
      let now = sides;
      const follow = (event) => {
        const bounds = panel.glass.getBoundingClientRect();
        now = move(sides, (event.clientX - x) / bounds.width * 100, (event.clientY - y) / bounds.height * 100, sizes);
        this.placeBox(element, now);
      };
      element.addEventListener("pointermove", follow);
      element.addEventListener("pointerup", () => {
        element.removeEventListener("pointermove", follow);
        if (now !== sides) done(now.join(" "));
      }, { once: true });
    });
    element.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [-0.5, 0], ArrowRight: [0.5, 0], ArrowUp: [0, -0.5], ArrowDown: [0, 0.5] }[event.key];
      if (!steps) return;
      event.preventDefault();
      event.stopPropagation();
      done(move(sides, ...steps, event.shiftKey).join(" "));
    });
  }
}
