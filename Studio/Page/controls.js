// Controls made from the settings table: each row becomes what fits its kind.
"use strict";

class Controls {
  // table: the engine's. host: { get(row), set(row, text or null), pictures(), add() }
  constructor(place, table, host) {
    this.host = host;
    this.rows = new Map();
    this.groups = [];
    const summaries = new Map([...table.styles, ...table.texts].map(({ name, summary }) => [name, summary]));
    this.styles = new Set(table.styles.map(({ name }) => name));
    // Colors with a name of their own, which other colors may be.
    this.palette = table.settings.filter((row) => row.light !== undefined).map(({ name }) => name);
    const groups = new Map();
    for (const row of table.settings) {
      if (row.scope === "line") continue;
      const point = row.name.indexOf(".");
      const name = row.scope === "file" ? "fbprogress.conf" : point < 0 ? "General" : row.name.slice(0, point);
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(row);
    }
    // Styles follow what is general; what concerns the program rather than the look comes last.
    const rank = (name) => name === "General" ? 0 : this.styles.has(name) ? 1 : name === "fbprogress.conf" ? 3 : 2;
    const names = [...groups.keys()].sort((one, other) => rank(one) - rank(other));
    // The style decides what else matters; what is typed is for few.
    const ranks = ["list", "path", "choice", "color", "curve", "flag", "number", "count", "box", "text", "paths", "texts"];
    groups.get("General")?.sort((one, other) => ranks.indexOf(one.kind) - ranks.indexOf(other.kind));
    for (const name of names) {
      const details = document.createElement("details");
      details.open = name === "General";
      const summary = document.createElement("summary");
      summary.textContent = name;
      const help = name === "fbprogress.conf" ? "settings that themes do not have" : summaries.get(name);
      if (help) summary.append(make("small", { textContent: help }));
      details.append(summary);
      const rows = groups.get(name).map((row) => this.makeRow(row, name));
      details.append(...rows.map((row) => row.element));
      place.append(details);
      this.groups.push({ name, details, rows });
    }
  }

  makeRow(row, group) {
    const element = make("div", { className: "setting" });
    const id = `set-${row.name}`;
    const isFolded = group !== "General" && group !== "fbprogress.conf";
    const label = make("label", { className: "name", htmlFor: id, textContent: isFolded ? row.name.slice(group.length + 1) : row.name });
    label.title = row.name;
    const value = make("div", { className: "value" });
    const reset = make("button", { className: "reset", textContent: "×", title: `Back to the default of ${row.name}` });
    reset.setAttribute("aria-label", reset.title);
    const help = make("p", { className: "help", id: `help-${row.name}`, textContent: row.help });
    const wrong = make("p", { className: "wrong", hidden: true });
    const line = make("div", { className: "row" });
    line.append(label, value, reset);
    element.append(line, help, wrong);
    const made = { row, element, wrong, control: this.makeControl(row, id, value) };
    value.querySelector(`[id="${id}"]`)?.setAttribute("aria-describedby", help.id);
    reset.addEventListener("click", () => this.host.set(row, null));
    this.rows.set(row.name, made);
    return made;
  }

  // Fills `place`, and gives a function that shows a text.
  makeControl(row, id, place) {
    const set = (text) => this.host.set(row, text === "" ? null : text);
    switch (row.kind) {
      case "number":
      case "count": return this.makeNumber(row, id, place, set);
      case "flag": {
        const box = make("input", { type: "checkbox", id });
        box.addEventListener("change", () => set(box.checked ? "yes" : "no"));
        place.append(box);
        return (text) => { box.checked = text === "yes"; };
      }
      case "choice": return this.makeMenu(id, place, set, () => row.words.map(({ word }) => word));
      case "list": return this.makeWords(row, id, place, set);
      case "color": return this.makeColor(row, id, place, set);
      case "curve": {
        const names = row.values.split(", ").filter((one) => /^[a-z-]+$/.test(one));
        const list = make("datalist", { id: `${id}-names` });
        list.append(...names.map((name) => make("option", { value: name })));
        const field = this.makeText(row, id, place, set);
        place.querySelector("input").setAttribute("list", list.id);
        place.append(list);
        return field;
      }
      case "path": {
        const show = this.makeMenu(id, place, set, () => ["", ...this.host.pictures()]);
        const add = make("button", { textContent: "Add…" });
        add.addEventListener("click", () => this.host.add(row));
        place.append(add);
        return show;
      }
      default: return this.makeText(row, id, place, set);
    }
  }

  makeText(row, id, place, set) {
    const field = make("input", { type: "text", id, spellcheck: false, autocapitalize: "off", placeholder: row.values });
    field.addEventListener("change", () => set(field.value.trim()));
    place.append(field);
    return (text) => { if (document.activeElement !== field) field.value = text; };
  }

  makeMenu(id, place, set, words) {
    const menu = make("select", { id });
    menu.addEventListener("change", () => set(menu.value));
    place.append(menu);
    return (text) => {
      const all = words();
      if (!all.includes(text)) all.push(text);
      menu.replaceChildren(...all.map((word) => make("option", { value: word, textContent: word || "none" })));
      menu.value = text;
    };
  }

  makeNumber(row, id, place, set) {
    const [least, most] = [row.least / 1000, row.most / 1000];
    // A slider over all of a wide range would be too coarse: it reaches four times the default.
    const usual = Math.abs(Number(row.default ?? row.kiosk ?? 0)) || 25;
    const wide = most - least > 1000;
    const low = wide ? Math.max(least, least < 0 ? -4 * usual : least) : least;
    const high = wide ? Math.min(most, Math.max(4 * usual, low + 10)) : most;
    const step = row.kind === "count" ? 1 : high - low <= 2 ? 0.01 : high - low <= 50 ? 0.1 : 1;
    const slider = make("input", { type: "range", min: low, max: high, step });
    slider.setAttribute("aria-label", row.name);
    const field = make("input", { type: "number", id, min: least, max: most, step: row.kind === "count" ? 1 : "any" });
    slider.addEventListener("input", () => { field.value = slider.value; set(slider.value); });
    field.addEventListener("input", () => { if (field.value !== "") set(field.value); });
    field.addEventListener("change", () => set(field.value));
    place.append(slider, field, make("span", { className: "unit", textContent: row.unit }));
    return (text) => {
      slider.value = Number(text === "" ? low : text);
      if (document.activeElement !== field) field.value = text;
    };
  }

  makeColor(row, id, place, set) {
    const picker = make("input", { type: "color", id });
    const field = make("input", { type: "text", spellcheck: false, placeholder: row.values, maxLength: 7 });
    field.setAttribute("aria-label", `${row.name}, as text`);
    picker.addEventListener("input", () => set(picker.value.toUpperCase()));
    field.addEventListener("change", () => set(field.value.trim()));
    place.append(picker, field);
    if (this.palette.length) {
      const list = make("datalist", { id: `${id}-names` });
      list.append(...this.palette.map((name) => make("option", { value: name })));
      field.setAttribute("list", list.id);
      place.append(list);
      field.maxLength = 20;
    }
    return (text) => {
      const color = this.resolved(text);
      if (/^#[0-9a-f]{6}$/i.test(color)) picker.value = color.toLowerCase();
      if (document.activeElement !== field) field.value = text;
    };
  }

  makeWords(row, id, place, set) {
    const words = make("div", { className: "words", id, role: "group" });
    words.setAttribute("aria-label", row.name);
    const boxes = row.words.map(({ word }) => {
      const box = make("input", { type: "checkbox", value: word });
      const label = make("label");
      label.append(box, word);
      words.append(label);
      return box;
    });
    words.addEventListener("change", () =>
      set(boxes.filter((box) => box.checked).map((box) => box.value).join("+")));
    place.append(words);
    return (text) => {
      const chosen = text.split("+");
      for (const box of boxes) box.checked = chosen.includes(box.value);
    };
  }

  // The value that counts for a row: the set one, or the default, which may depend on a preset.
  effective(row) {
    const text = this.host.get(row);
    if (text !== undefined) return text;
    if (row.default !== undefined) return row.default;
    if (row.light !== undefined) {
      const palette = this.rows.get("palette")?.row;
      return palette && this.effective(palette) === "dark" ? row.dark : row.light;
    }
    if (row.kiosk === undefined) return "";
    const preset = this.rows.get(`${row.name.slice(0, row.name.indexOf("."))}.preset`)?.row;
    return (preset ? this.effective(preset) : "kiosk") === "seed" ? row.seed : row.kiosk;
  }

  // The color that the name of a color of the palette stands for.
  resolved(text) {
    for (let step = 0; step < 9 && this.palette.includes(text); step++) text = this.effective(this.rows.get(text).row);
    return text;
  }

  // Shows the values, and mistakes by name.
  update(mistakes = new Map()) {
    for (const { row, element, wrong, control } of this.rows.values()) {
      control(this.effective(row));
      element.classList.toggle("set", this.host.get(row) !== undefined);
      const message = mistakes.get(row.name);
      wrong.hidden = !message;
      wrong.textContent = message ?? "";
    }
    this.filter(this.sought ?? "");
  }

  // Shows the rows that have a text in their name or help; for none all, but only of styles in use.
  filter(sought) {
    this.sought = sought;
    const words = sought.trim().toLowerCase();
    const list = [...this.rows.values()].find(({ row }) => row.name === "style");
    const used = new Set(list ? this.effective(list.row).split("+") : []);
    for (const { name, details, rows } of this.groups) {
      let count = 0;
      for (const { row, element } of rows) {
        const isFound = !words || `${row.name} ${row.help}`.toLowerCase().includes(words);
        element.hidden = !isFound;
        count += isFound;
      }
      details.hidden = count === 0 || (!words && this.styles.has(name) && !used.has(name));
      if (words && count) details.open = true;
    }
    if (!words && this.wasSought) for (const { name, details } of this.groups) details.open = name === "General";
    this.wasSought = words !== "";
  }
}

// An element with properties.
function make(name, properties = {}) { return Object.assign(document.createElement(name), properties); }
