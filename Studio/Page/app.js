// The studio: what the user edits, and everything that follows from it.
"use strict";

const Studio = {
  // What the user edits. A link holds it, and undo goes back in it. `settings` are those of fbprogress.conf.
  state: {
    base: "night", name: "mine", theme: "", script: "", width: 800, height: 480, rotate: "0", format: "", diagonal: 0,
    locale: "en", settings: {}, files: new Map(),
  },
  past: [],
  future: [],
  lastEdit: { label: "", time: 0 },

  time: 0,
  length: 1,
  isPlaying: false,
  // What is shown at once: "" for one panel, "sizes" or "languages".
  overview: "",
  showsBoxes: false,
  mistakes: [],
  // What the engine has: files by path, for an engine that is started anew.
  known: new Map(),

  sizes: [[320, 240], [480, 320], [800, 480], [1024, 600], [1280, 720], [1280, 800], [1920, 1080], [480, 800], [720, 1280], [1080, 1920],
    [240, 240], [3840, 2160]],
  overviewSizes: [[320, 240], [480, 800], [800, 480], [1024, 600], [1280, 800], [1920, 1080], [720, 1280]],
  phases: ["waiting", "running", "done", "failed", "cancelled", "cut off"],
};

const find = (id) => document.getElementById(id);
const root = "/usr/share/fbprogress";
const folder = (name) => `/etc/fbprogress/themes/${name}`;

// MARK: - Start

async function start() {
  try {
    Studio.module = (await Files.load("module")).get("module");
    Studio.engine = await Engine.load(Studio.module);
  } catch (error) {
    find("loading").textContent = `The studio cannot start: ${error.message} It needs a browser of 2023 or later.`;
    return;
  }
  Studio.table = Studio.engine.table();
  // The font of the world is large, and the first frame seldom needs it.
  for (const font of Files.index.fonts.filter((name) => name !== "world")) learn(await Files.load(`font-${font}`));
  learn(await Files.load("locales"));
  await beginWith(Files.index.themes.includes(Studio.state.base) ? Studio.state.base : Files.index.themes[0]);
  Studio.state.script = Scripts.make(Scripts.states.find(({ name }) => name === "Done"), 100, 90e6).text;
  const isLinked = await readLink();

  Studio.checker = new Checker(Studio.module);
  Studio.view = new View(find("panels"), Studio.engine);
  Studio.confEditor = new Editor(find("conf-editor"), "theme.conf", (text) => edit("theme", (state) => { state.theme = text; }));
  Studio.scriptEditor = new Editor(find("script-editor"), "Script", (text) => edit("script", (state) => { state.script = text; }));
  Studio.controls = new Controls(find("controls"), Studio.table, {
    get: (row) => row.scope === "file" ? Studio.state.settings[row.name] : Studio.values.get(row.name),
    set: (row, text) => setSetting(row, text),
    pictures: () => [...Studio.state.files.keys()].filter((name) => name.endsWith(".png")),
    add: (row) => choosePicture(row),
  });
  fillMenus();
  listen();
  find("loading").hidden = true;
  apply();
  if (isLinked || !matchMedia("(prefers-reduced-motion: reduce)").matches) seek(0);
  if (!isLinked && !matchMedia("(prefers-reduced-motion: reduce)").matches) play(true);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) seek(Studio.length / 2);
  if (Studio.linkedMirror) Live.connect(Studio.linkedMirror);
  for (const font of Files.index.fonts) learn(await Files.load(`font-${font}`));
  apply();
  document.body.dataset.ready = "yes";
}

// Gives files to the engine.
function learn(files) {
  for (const [path, bytes] of files) {
    if (Studio.known.get(path) === bytes) continue;
    Studio.known.set(path, bytes);
    Studio.engine.put(path, bytes);
  }
}

// Takes a shipped theme as the begin of the user's own.
async function beginWith(name) {
  const place = `${root}/themes/${name}/`;
  const files = await Files.load(`theme-${name}`);
  learn(files);
  Studio.state.base = name;
  Studio.state.files = new Map();
  for (const [path, bytes] of files) {
    if (path === `${place}theme.conf`) Studio.state.theme = new TextDecoder().decode(bytes);
    else Studio.state.files.set(path.slice(place.length), bytes);
  }
  Studio.shipped = Studio.state.theme;
}

function fillMenus() {
  const option = (value, text) => make("option", { value, textContent: text });
  find("size").append(...Studio.sizes.map(([width, height]) => option(`${width}x${height}`, `${width} × ${height}`)), option("", "Other…"));
  const formats = Studio.table.settings.find(({ name }) => name === "format")?.words.map(({ word }) => word) ?? [];
  const names = { XRGB8888: "24 bits (XRGB8888)", RGB888: "24 bits (RGB888)", RGB565: "16 bits (RGB565)",
    R8: "8 bits of gray (R8)", R1: "1 bit (R1)" };
  find("format").append(option("", "as the theme says"),
    ...formats.filter((word) => word !== "auto").map((word) => option(word, names[word] ?? word)), option("1", "1 bit by the kernel"));
  find("locale").append(...Files.index.locales.map((name) => option(name, language(name))));
  find("theme").append(...Files.index.themes.map((name) => option(name, name)));
  find("protocol").append(option("", "Recognize it"), option("wrap", "A command's output (wrap)"),
    ...Studio.table.protocols.map(({ name, summary }) => option(name, `${name}: ${summary.length > 60 ? `${summary.slice(0, 57)}…` : summary}`)));
  find("states").append(...Scripts.states.map((state) => {
    const button = make("button", { textContent: state.name });
    button.addEventListener("click", () => showState(state));
    return button;
  }));
}

// MARK: - Editing

function snapshot() { return { ...Studio.state, settings: { ...Studio.state.settings }, files: new Map(Studio.state.files) }; }

// Changes the state. Edits with the same label within a second are undone together.
function edit(label, change) {
  const now = performance.now();
  if (label !== Studio.lastEdit.label || now - Studio.lastEdit.time > 1000) Studio.past.push(snapshot());
  if (Studio.past.length > 300) Studio.past.shift();
  Studio.lastEdit = { label, time: now };
  Studio.future = [];
  change(Studio.state);
  applySoon();
}

async function step(from, to) {
  const state = from.pop();
  if (!state) return;
  to.push(snapshot());
  Studio.lastEdit = { label: "", time: 0 };
  await restore(state);
}

async function restore(state) {
  Object.assign(Studio.state, state);
  const files = await Files.load(`theme-${state.base}`);
  Studio.shipped = new TextDecoder().decode(files.get(`${root}/themes/${state.base}/theme.conf`));
  learn(files);
  applySoon();
}

function setSetting(row, text) {
  edit(`set ${row.name}`, (state) => {
    if (row.scope !== "file") {
      state.theme = Conf.set(state.theme, row.name, text);
    } else if (text === null) {
      delete state.settings[row.name];
    } else {
      state.settings[row.name] = text;
    }
  });
}

// The theme's name on the device: a shipped one that is unchanged keeps its own.
function themeName() {
  const { state } = Studio;
  return state.theme === Studio.shipped ? state.base : state.name;
}

// The program's command line; `size` is that of a panel.
function words(width, height, locale = Studio.state.locale) {
  const { state } = Studio;
  const line = ["--theme", themeName(), "--size", `${width}x${height}`];
  if (state.rotate !== "0") line.push("--rotate", state.rotate);
  if (state.format && state.format !== "1") line.push("--format", state.format);
  line.push("--locale", locale);
  for (const [key, value] of Object.entries(state.settings)) line.push(`--${key}=${value}`);
  return line;
}

// Pixels per millimeter; 0 for unknown.
function density(width, height) {
  return Studio.state.diagonal > 0 ? Math.hypot(width, height) / (Studio.state.diagonal * 25.4) : 0;
}

// MARK: - What follows from an edit

let isApplying = false;
function applySoon() {
  if (isApplying) return;
  isApplying = true;
  requestAnimationFrame(() => { isApplying = false; apply(); });
}

function apply() {
  Studio.values = Conf.values(Studio.state.theme);
  // Lines may have moved.
  Studio.mistakes = Studio.mistakes.filter(({ line }) => !line);
  guard(() => {
    putTheme(Studio.state.theme);
    openPanels();
  });
  checkSoon();
  showTexts();
  showControls();
  showTicks();
  if (Live.isOn) Live.applied();
  seek(Math.min(Studio.time, Studio.length));
  writeLinkSoon();
}

// Calls the engine. One that stopped is started anew.
function guard(call) {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof WebAssembly.Exception || error instanceof RangeError)) throw error;
    play(false);
    banner(`The drawing stopped: ${error.message}. Undo the last edit, or make the panel smaller.`);
    Engine.load(Studio.module).then((engine) => {
      Studio.engine = engine;
      Studio.view.engine = engine;
      Studio.view.panels = [];
      for (const [path, bytes] of Studio.known) engine.put(path, bytes);
    });
    return null;
  }
}

function putTheme(text) {
  const place = folder(themeName());
  for (const path of Studio.themePaths ?? []) Studio.engine.remove(path);
  Studio.themePaths = [`${place}/theme.conf`];
  Studio.engine.put(`${place}/theme.conf`, text);
  for (const [name, bytes] of Studio.state.files) {
    Studio.themePaths.push(`${place}/${name}`);
    Studio.engine.put(`${place}/${name}`, bytes);
  }
}

// Checks the theme when edits pause.
let checkTimer = 0;
function checkSoon() {
  Studio.isChecking = true;
  const number = Studio.checkNumber = (Studio.checkNumber ?? 0) + 1;
  clearTimeout(checkTimer);
  checkTimer = setTimeout(async () => {
    const place = folder(themeName());
    const files = new Map(Studio.known).set(`${place}/theme.conf`, new TextEncoder().encode(Studio.state.theme));
    for (const [name, bytes] of Studio.state.files) files.set(`${place}/${name}`, bytes);
    const lines = await Studio.checker.check(place, files);
    if (number !== Studio.checkNumber) return;
    Studio.isChecking = false;
    if (!lines) return;
    takeMistakes(lines);
    showTexts();
    showControls();
  }, 250);
}

// Takes the words of a check as mistakes: { line (0 for none), text, key }.
function takeMistakes(lines) {
  const path = `${folder(themeName())}/theme.conf`;
  const keys = new Map(Conf.entries(Studio.state.theme).map(({ key, number }) => [number + 1, key]));
  Studio.mistakes = lines.map((text) => {
    const rest = text.startsWith(path) ? text.slice(path.length) : text;
    const found = /^:(\d+): (.*)$/.exec(rest);
    const line = found ? Number(found[1]) : 0;
    return { line, text: found ? found[2] : rest.replace(/^: /, ""), key: keys.get(line) };
  });
}

function openPanels() {
  const { state, engine } = Studio;
  banner("");
  const open = (number, width, height, locale) =>
    engine.open(number, words(width, height, locale), state.script, density(width, height));
  let { isOpen, lines } = open(0, state.width, state.height);
  if (!isOpen) takeMistakes(engine.check(folder(themeName())));
  if (!isOpen && Studio.mistakes.length) {
    // Shows what the other lines give.
    const wrong = new Set(Studio.mistakes.map(({ line }) => line));
    putTheme(state.theme.split("\n").map((line, index) => wrong.has(index + 1) ? "" : line).join("\n"));
    ({ isOpen, lines } = open(0, state.width, state.height));
  }
  Studio.scriptMistakes = [];
  const rest = [];
  for (const line of lines) {
    const found = /^script:(\d+): (.*)$/.exec(line);
    if (found) Studio.scriptMistakes.push({ line: Number(found[1]), text: found[2] });
    else rest.push(line);
  }
  Studio.notes = rest;
  if (!isOpen) {
    const [first] = Studio.scriptMistakes;
    banner(first ? `Script, line ${first.line}: ${first.text}` : rest.join(" "));
    return;
  }
  const label = (width, height) => `${width} × ${height}`;
  const isMonochrome = state.format === "1";
  const panels = [{ number: 0, label: label(state.width, state.height), rotate: state.rotate, isMonochrome }];
  if (Studio.overview) {
    const all = Studio.overview === "sizes"
      ? Studio.overviewSizes.map(([width, height]) => ({ label: label(width, height), choice: { width, height } }))
      : Files.index.locales.map((locale) => ({ label: language(locale), choice: { locale } }));
    panels.length = 0;
    for (const [index, { label, choice }] of all.slice(0, 14).entries()) {
      const { width, height, locale } = { ...state, ...choice };
      if (open(index + 1, width, height, locale).isOpen) panels.push({ number: index + 1, label, rotate: state.rotate, isMonochrome, choice });
    }
  }
  Studio.view.set(panels, Studio.overview ? (panel) => {
    Studio.overview = "";
    edit("overview", (state) => { Object.assign(state, panel.choice); });
  } : null);
  setLength();
  showBoxes();
}

// The time line ends after the outcome, or, of a script without one, after the stall.
function setLength() {
  const events = Scripts.events(Studio.state.script);
  const last = events.at(-1)?.time ?? 0;
  const end = Studio.engine.end(0);
  const isOver = Studio.phases[Studio.engine.state(0, end).phase] !== "running" && events.some(({ words }) => Scripts.isOutcome(words));
  const stall = Number(Studio.values.get("stall-after") ?? 10) || 10;
  const silence = Math.max(stall, ...events.map(({ words }) => Number(/^expect (\d+)/.exec(words)?.[1] ?? 0)));
  Studio.length = Math.max(0.1, isOver ? end : last + silence + 5);
  find("time").max = Studio.length;
}

function language(locale) {
  Studio.languages ??= new Intl.DisplayNames(["en"], { type: "language" });
  return Studio.languages.of(locale);
}

function banner(text) {
  find("banner").hidden = !text;
  find("banner").textContent = text;
}

function showTexts() {
  const { state } = Studio;
  Studio.confEditor.text = state.theme;
  Studio.scriptEditor.text = state.script;
  const group = (mistakes) => {
    const lines = new Map();
    for (const { line, text } of mistakes) if (line) lines.set(line, [...(lines.get(line) ?? []), text]);
    return lines;
  };
  const list = (place, mistakes, editor) => {
    place.replaceChildren(...mistakes.map(({ line, text }) => {
      const button = make("button", { textContent: line ? `Line ${line}: ${text}` : text });
      if (line) button.addEventListener("click", () => editor.show(line));
      const item = make("li");
      item.append(button);
      return item;
    }));
  };
  Studio.confEditor.mark(group(Studio.mistakes));
  Studio.scriptEditor.mark(group(Studio.scriptMistakes ?? []));
  list(find("mistakes"), Studio.mistakes, Studio.confEditor);
  list(find("script-mistakes"), Studio.scriptMistakes ?? [], Studio.scriptEditor);
  find("mistake-count").hidden = !Studio.mistakes.length;
  find("mistake-count").textContent = Studio.mistakes.length;
  showExport();
}

function showControls() {
  const { state } = Studio;
  Studio.controls.update(new Map(Studio.mistakes.filter(({ key }) => key).map(({ key, text }) => [key, text])));
  const size = `${state.width}x${state.height}`;
  const isKnown = Studio.sizes.some(([width, height]) => `${width}x${height}` === size);
  if (!Studio.choosesSize) find("size").value = isKnown ? size : "";
  find("custom-size").hidden = find("size").value !== "";
  const put = (id, value) => { if (document.activeElement !== find(id)) find(id).value = value; };
  put("width", state.width);
  put("height", state.height);
  put("rotate", state.rotate);
  put("format", state.format);
  put("diagonal", state.diagonal || "");
  put("locale", state.locale);
  put("theme", state.base);
  put("name", state.name);
  find("undo").disabled = !Studio.past.length;
  find("redo").disabled = !Studio.future.length;
  find("boxes").setAttribute("aria-pressed", Studio.showsBoxes);
  find("boxes").disabled = Studio.overview || state.rotate !== "0";
  find("all-sizes").setAttribute("aria-pressed", Studio.overview === "sizes");
  find("all-languages").setAttribute("aria-pressed", Studio.overview === "languages");
  showPictures();
}

function showPictures() {
  for (const image of find("pictures").querySelectorAll("img")) URL.revokeObjectURL(image.src);
  find("pictures").replaceChildren(...[...Studio.state.files].map(([name, bytes]) => {
    const item = make("li");
    if (name.endsWith(".png")) item.append(make("img", { src: URL.createObjectURL(new Blob([bytes])), alt: "" }));
    item.append(make("span", { textContent: `${name}, ${Math.ceil(bytes.length / 1024)} KB` }));
    const remove = make("button", { textContent: "Remove" });
    remove.setAttribute("aria-label", `Remove ${name}`);
    remove.addEventListener("click", () => edit("files", (state) => {
      state.files.delete(name);
      for (const { key, value } of Conf.entries(state.theme)) if (value === name) state.theme = Conf.set(state.theme, key, null);
    }));
    item.append(remove);
    return item;
  }));
}

function showBoxes() {
  const { settings } = Studio.table;
  // The box of a picture that is not set shows nothing.
  const isEmpty = (row) => settings.some((other) => other.kind === "path" && other.name.includes(".")
    && other.name.split(".")[0] === row.name.split(".")[0] && !Studio.values.get(other.name));
  const boxes = !Studio.showsBoxes || Studio.overview || Studio.state.rotate !== "0" ? []
    : settings.filter((row) => row.kind === "box" && !isEmpty(row))
      .map((row) => ({ name: row.name, text: Studio.values.get(row.name) ?? Studio.controls.effective(row) }));
  Studio.view.setBoxes(boxes, (name, text) =>
    setSetting(Studio.table.settings.find((row) => row.name === name), text));
}

// MARK: - Time

function showTicks() {
  find("ticks").replaceChildren(...Scripts.events(Studio.state.script).filter(({ time }) => time <= Studio.length).slice(0, 400).map(({ time, words }) => {
    const tick = make("i", { className: Scripts.isOutcome(words) ? "outcome" : "" });
    tick.style.left = `${time / Studio.length * 100}%`;
    return tick;
  }));
}

// Shows a time.
function seek(time) {
  if (Live.isOn) return Live.draw();
  Studio.time = Math.min(Math.max(time, 0), Studio.length);
  find("time").value = Studio.time;
  find("clock").textContent = `${Studio.time.toFixed(2)} of ${Studio.length.toFixed(1)} s`;
  guard(() => Studio.view.draw(Studio.time));
  const now = performance.now();
  if (!Studio.isPlaying || now - (Studio.toldAt ?? 0) > 500) {
    Studio.toldAt = now;
    showStatus();
  }
}

function showStatus() {
  const state = Studio.view.panels.length ? guard(() => Studio.engine.state(Studio.view.panels[0].number, Studio.time)) : null;
  if (!state) return;
  const text = [
    Studio.phases[state.phase] + (state.paused ? ", paused" : ""), state.known ? `${Math.floor(state.thousandths / 10)} %` : "",
    state.message ? `“${state.message}”` : "",
  ].filter((one) => one).join(", ");
  const parts = [text, ...Studio.notes ?? []];
  if (Studio.view.frameTimes.length > 30) parts.push(`${Studio.view.medianTime.toFixed(1)} ms a frame`);
  find("status").textContent = parts.join(" · ");
  find("time").setAttribute("aria-valuetext", `${Studio.time.toFixed(2)} seconds, ${text}`);
  for (const { canvas, label } of Studio.view.panels) canvas.setAttribute("aria-label", `Panel of ${label}: ${text}`);
}

function play(isPlaying) {
  if (isPlaying && Live.isOn) return;
  Studio.isPlaying = isPlaying;
  find("play").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
  find("play-shape").setAttribute("d", isPlaying ? "M4 3h3v10H4zM9 3h3v10H9z" : "M4.5 2.5v11l9-5.5z");
  if (!isPlaying) {
    if (Studio.view?.panels.length) showStatus();
    return;
  }
  if (Studio.time >= Studio.length) Studio.time = 0;
  Studio.clock = performance.now();
  requestAnimationFrame(tick);
}

function tick(now) {
  if (!Studio.isPlaying) return;
  const passed = Math.max(0, now - Studio.clock) / 1000;
  Studio.clock = now;
  const time = Studio.time + Math.min(passed, 0.25) * Number(find("speed").value);
  if (time < Studio.length) {
    seek(time);
  } else if (find("repeat").checked) {
    seek(0);
  } else {
    seek(Studio.length);
    return play(false);
  }
  requestAnimationFrame(tick);
}

// Replaces the script by that of a state, and shows it.
function showState(state) {
  Studio.shownState = state;
  const made = Scripts.make(state, Number(find("share").value), Number(find("rate").value) * 1e6);
  edit("state", (all) => { all.script = made.text; });
  isApplying = true;
  apply();
  isApplying = false;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const begin = state.silence ? Studio.length - 5.5 : Math.max(0, made.time - 0.8);
  seek(isStill ? Math.min(Studio.length, made.time + (state.silence ? 11 : 2.5)) : begin);
  if (!isStill) play(true);
}

function followSliders() {
  find("share-value").textContent = `${find("share").value} %`;
  find("rate-value").textContent = `${find("rate").value} MB/s`;
  const state = Studio.shownState?.records?.length === 0 ? Studio.shownState : Scripts.states.find(({ name }) => name === "Run");
  Studio.shownState = state;
  const made = Scripts.make(state, Number(find("share").value), Number(find("rate").value) * 1e6);
  edit("state", (all) => { all.script = made.text; });
  play(false);
  Studio.time = made.time + 1;
}

// MARK: - Logs, files

function showLog() {
  const text = find("log").value;
  if (!text.trim()) {
    find("log-result").textContent = "Paste a log first.";
    return;
  }
  if (Log.isScript(text)) {
    edit("log", (state) => { state.script = text; });
    find("log-result").textContent = "This is a script already; it is shown as it is.";
    return finishLog();
  }
  const { pieces, stamp, end } = Log.pieces(text, {
    timing: find("timing").value, length: Number(find("log-length").value), pause: Number(find("log-pause").value),
  });
  const name = find("protocol").value;
  let read = guard(() => Studio.engine.readLog(name, pieces, end));
  if (read && name === "" && !read.events) {
    const other = guard(() => Studio.engine.readLog("wrap", pieces, end));
    if (other?.events) read = other;
  }
  if (!read) return;
  const told = [
    read.protocol ? `Protocol: ${read.protocol}.` : "No protocol was recognized by name.",
    `${read.events} events from ${pieces.length} lines.`,
    stamp ? `Times: ${stamp}.` : `Times: evenly over ${end} s.`,
  ];
  if (read.unknown) told.push(`${read.unknown} lines without progress, such as “${read.example.slice(0, 80)}”.`);
  if (!read.events) told.push("Nothing to show: choose the protocol, or see docs/feeds.");
  find("log-result").textContent = told.join(" ");
  if (!read.events) return;
  edit("log", (state) => { state.script = `# From a log${read.protocol ? ` of ${read.protocol}` : ""}\n${read.script}`; });
  finishLog();
}

function finishLog() {
  apply();
  seek(0);
  play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
}

async function takeFiles(files, row) {
  for (const file of files) {
    if (file.type.startsWith("image/") || /\.(png|jpe?g|webp|gif|svg)$/i.test(file.name)) {
      await takePicture(file, row);
    } else if (/\.fbfont$/.test(file.name)) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      edit("files", (state) => { state.files.set(file.name, bytes); });
    } else if (/\.zip$/i.test(file.name)) {
      await takeArchive(file);
    } else if (/\.conf$/.test(file.name)) {
      const text = await file.text();
      edit("conf", (state) => { state.theme = text; });
      showTab("conf");
    } else {
      find("log").value = await file.text();
      showTab("log");
      showLog();
    }
  }
}

// Takes a theme's archive: theme.conf, and the files beside it.
async function takeArchive(file) {
  let files;
  try {
    files = await Files.unzip(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    banner(`${file.name}: ${error.message}`);
    return;
  }
  const path = [...files.keys()].find((one) => /(^|\/)theme\.conf$/.test(one));
  if (!path) {
    banner(`${file.name} has no theme.conf; it is no theme.`);
    return;
  }
  const place = path.slice(0, -"theme.conf".length);
  edit("archive", (state) => {
    state.theme = new TextDecoder().decode(files.get(path));
    state.name = /([A-Za-z0-9_][A-Za-z0-9._-]*)\/$/.exec(place)?.[1] ?? state.name;
    state.files = new Map();
    for (const [name, bytes] of files) {
      if (name !== path && name.startsWith(place) && !name.endsWith("/")) state.files.set(name.slice(place.length), bytes);
    }
  });
}

// Adds a picture as a PNG, and asks what it is for.
async function takePicture(file, row) {
  let bytes = new Uint8Array(await file.arrayBuffer());
  const name = file.name.replace(/\.[^.]*$/, "").replace(/[^A-Za-z0-9._-]+/g, "-") + ".png";
  const isPNG = bytes[0] === 0x89 && bytes[1] === 0x50;
  if (!isPNG) {
    try {
      const picture = await createImageBitmap(file);
      const canvas = make("canvas", { width: picture.width, height: picture.height });
      canvas.getContext("2d").drawImage(picture, 0, 0);
      bytes = new Uint8Array(await (await new Promise((done) => canvas.toBlob(done, "image/png"))).arrayBuffer());
    } catch {
      banner(`${file.name} is no picture that this browser reads; save it as PNG.`);
      return;
    }
  }
  const use = row?.name ?? await askUse();
  edit("files", (state) => {
    state.files.set(name, bytes);
    if (use) state.theme = Conf.set(state.theme, use, name);
  });
}

function askUse() {
  const dialog = find("picture-use");
  const rows = Studio.table.settings.filter((row) => row.kind === "path" && row.scope === "theme");
  find("picture-uses").replaceChildren(...rows.map((row) => make("button", { value: row.name, textContent: row.name, title: row.help })));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue), { once: true }));
}

function choosePicture(row) {
  Studio.pictureRow = row;
  find("pictures-input").click();
}

// MARK: - Export, link

function quoted(word) { return /^[A-Za-z0-9_.,:=/+%@#-]+$/.test(word) && !word.startsWith("#") ? word : `'${word.replaceAll("'", "'\\''")}'`; }

function showExport() {
  const { state } = Studio;
  const settings = Object.entries(state.settings);
  const conf = [`theme = ${themeName()}`];
  if (state.locale !== "en") conf.push(`locale = ${state.locale}`);
  if (state.rotate !== "0") conf.push(`rotate = ${state.rotate}`);
  if (state.format && state.format !== "1") conf.push(`format = ${state.format}`);
  for (const [key, value] of settings) conf.push(`${key} = ${value}`);
  find("fbprogress-conf").textContent = conf.join("\n");
  const without = (line, option) => line.filter((_, index) => ![line[index], line[index - 1]].includes(option));
  find("command-line").textContent = ["fbprogress", ...without(words(state.width, state.height), "--size")].map(quoted).join(" ");
  // `render` draws upright.
  const isTurned = state.rotate === "90" || state.rotate === "270";
  const upright = isTurned ? words(state.height, state.width) : words(state.width, state.height);
  find("render-line").textContent = ["fbprogress", "render", ...without(upright, "--rotate"), "--script", "script",
    "--at", Studio.time.toFixed(3), "--output", "frame.png"].map(quoted).join(" ");
}

function themeFiles() {
  const name = themeName();
  return [[`${name}/theme.conf`, new TextEncoder().encode(Studio.state.theme)],
    ...[...Studio.state.files].map(([file, bytes]) => [`${name}/${file}`, bytes])];
}

async function saveAnimation() {
  const button = find("save-apng");
  if (Studio.isSaving) {
    Studio.isSaving = false;
    return;
  }
  Studio.isSaving = true;
  button.textContent = "Stop";
  play(false);
  const begin = performance.now();
  try {
    const bytes = await Studio.engine.animation(0, Number(find("fps").value), async (share) => {
      find("export-status").textContent = `Drawing: ${Math.round(share * 100)} %`;
      await new Promise((done) => setTimeout(done));
      return Studio.isSaving;
    });
    find("export-status").textContent = bytes ? `Animation: ${Math.ceil(bytes.length / 1024)} KB, drawn in ${((performance.now() - begin) / 1000).toFixed(1)} s.` : "Stopped.";
    if (bytes?.length) Files.save(`${themeName()}.apng`, bytes, "image/apng");
  } catch (error) {
    find("export-status").textContent = `The animation failed: ${error.message}. Take fewer frames, or a smaller panel.`;
  }
  Studio.isSaving = false;
  button.textContent = "Animation (APNG)";
}

// The state without pictures, as a part of the address.
async function link() {
  if (Live.isOn) return `#mirror=${Live.mirror.address}`;
  const { state } = Studio;
  const { files, theme, ...rest } = state;
  return `#s=${await Files.shorten(JSON.stringify(theme === Studio.shipped ? rest : { ...rest, theme }))}`;
}

let linkTimer = 0;
function writeLinkSoon() {
  clearTimeout(linkTimer);
  linkTimer = setTimeout(writeLink, 400);
}

async function writeLink() {
  Studio.link = await link();
  try {
    history.replaceState(null, "", Studio.link);
  } catch {
    // A browser may forbid it for a page from a disk; "Copy link" works all the same.
  }
}

// Reads the address. Returns whether it has a state; what is no state changes nothing.
async function readLink() {
  const mirror = /^#mirror=(.+)$/.exec(location.hash)?.[1];
  if (mirror) {
    Studio.linkedMirror = Mirror.address(decodeURIComponent(mirror));
    if (!Studio.linkedMirror) banner("The address of the mirror is no address; write #mirror=http://127.0.0.1:7500.");
    return false;
  }
  const text = /^#s=([A-Za-z0-9_-]+)$/.exec(location.hash)?.[1];
  if (!text) return false;
  try {
    const read = JSON.parse(await Files.restore(text));
    const { state } = Studio;
    if (Files.index.themes.includes(read.base)) await beginWith(read.base);
    for (const [key, value] of Object.entries(read)) {
      const isRight = key === "settings" ? value && Object.values(value).every((one) => typeof one === "string")
        : key !== "files" && key in state && typeof value === typeof state[key];
      if (isRight && key !== "base") state[key] = value;
    }
    const side = (number) => Math.min(4096, Math.max(1, Math.round(number) || 1));
    [state.width, state.height] = [side(state.width), side(state.height)];
    if (!Files.index.locales.includes(state.locale)) state.locale = "en";
    return true;
  } catch {
    banner("The link is damaged; copy it again. The studio begins without it.");
    return false;
  }
}

async function copy(text, button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    const field = make("textarea", { value: text });
    document.body.append(field);
    field.select();
    button.textContent = document.execCommand("copy") ? "Copied" : "Not copied";
    field.remove();
  }
  setTimeout(() => { button.textContent = label; }, 1500);
}

// MARK: - Page

function showTab(name) {
  for (const tab of find("tabs").children) {
    const isShown = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", isShown);
    tab.tabIndex = isShown ? 0 : -1;
    find(tab.getAttribute("aria-controls")).hidden = !isShown;
  }
  if (name === "export") showExport();
}

function listen() {
  const on = (id, event, call) => find(id).addEventListener(event, call);
  const menu = (id, key) => on(id, "change", () => edit(key, (state) => { state[key] = find(id).value; }));
  on("undo", "click", () => step(Studio.past, Studio.future));
  on("redo", "click", () => step(Studio.future, Studio.past));
  on("size", "change", () => {
    const [width, height] = find("size").value.split("x").map(Number);
    Studio.choosesSize = !width;
    find("custom-size").hidden = Boolean(width);
    if (width) edit("size", (state) => { [state.width, state.height] = [width, height]; });
  });
  for (const side of ["width", "height"]) {
    on(side, "change", () => edit("size", (state) => { state[side] = Math.min(4096, Math.max(1, Math.round(find(side).valueAsNumber) || state[side])); }));
  }
  menu("rotate", "rotate");
  menu("format", "format");
  menu("locale", "locale");
  on("diagonal", "input", () => edit("diagonal", (state) => { state.diagonal = Math.max(0, find("diagonal").valueAsNumber || 0); }));
  on("theme", "change", async () => {
    const name = find("theme").value;
    await Files.load(`theme-${name}`);
    Studio.past.push(snapshot());
    Studio.future = [];
    Studio.lastEdit = { label: "", time: 0 };
    await beginWith(name);
    applySoon();
  });
  on("name", "change", () => edit("name", (state) => {
    state.name = find("name").value.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[.-]+/, "") || "mine";
    find("name").value = state.name;
  }));
  on("boxes", "click", () => { Studio.showsBoxes = !Studio.showsBoxes; showBoxes(); showControls(); });
  for (const name of ["sizes", "languages"]) {
    on(`all-${name}`, "click", () => { Studio.overview = Studio.overview === name ? "" : name; apply(); });
  }
  on("play", "click", () => play(!Studio.isPlaying));
  on("time", "input", () => { play(false); seek(Number(find("time").value)); });
  on("share", "input", followSliders);
  on("rate", "input", followSliders);
  on("search", "input", () => Studio.controls.filter(find("search").value));
  on("add-picture", "click", () => choosePicture(null));
  on("pictures-input", "change", async () => {
    await takeFiles([...find("pictures-input").files], Studio.pictureRow);
    find("pictures-input").value = "";
  });
  on("show-log", "click", showLog);
  on("log", "paste", () => setTimeout(showLog));
  on("save-zip", "click", () => Files.save(`${themeName()}.zip`, Files.zip(themeFiles())));
  on("save-conf", "click", () => Files.save("theme.conf", Studio.state.theme, "text/plain"));
  on("save-script", "click", () => Files.save("script", Studio.state.script, "text/plain"));
  on("save-png", "click", () => Files.save(`${themeName()}.png`, guard(() => Studio.engine.picture(0)), "image/png"));
  on("save-apng", "click", saveAnimation);
  on("copy-link", "click", async () => {
    await writeLink();
    copy(location.href.split("#")[0] + Studio.link, find("copy-link"));
    if (Studio.state.files.size) banner("The link has no pictures; save the theme as a zip to keep them.");
  });
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", () => copy(find(button.dataset.copy).textContent, button));
  }
  on("appearance", "click", () => {
    const { documentElement: page } = document;
    const isDark = page.dataset.appearance ? page.dataset.appearance === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    page.dataset.appearance = isDark ? "light" : "dark";
  });
  on("live-button", "click", () => find("live").showModal());
  on("live", "close", () => {
    if (find("live").returnValue !== "connect") return;
    const address = Mirror.address(find("live-address").value.trim());
    if (address) Live.connect(address);
    else banner("This is no address; write http://127.0.0.1:7500.");
  });
  on("live-stop", "click", () => Live.close());
  on("help-button", "click", () => find("help").showModal());
  for (const tab of find("tabs").children) tab.addEventListener("click", () => showTab(tab.id.slice(4)));
  on("tabs", "keydown", (event) => {
    const tabs = [...find("tabs").children];
    const next = tabs.indexOf(document.activeElement) + { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!tabs[next]) return;
    event.stopPropagation();
    tabs[next].focus();
    showTab(tabs[next].id.slice(4));
  });
  addEventListener("hashchange", async () => {
    if (location.hash === Studio.link) return;
    const before = snapshot();
    if (await readLink()) { Live.close(); Studio.past.push(before); apply(); }
    if (location.hash.startsWith("#mirror=") && Studio.linkedMirror) Live.connect(Studio.linkedMirror);
  });
  addEventListener("keydown", onKey);
  let depth = 0;
  addEventListener("dragenter", (event) => { if (event.dataTransfer?.types.includes("Files")) document.body.classList.toggle("dropping", ++depth > 0); });
  addEventListener("dragleave", () => { if (depth) document.body.classList.toggle("dropping", --depth > 0); });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    document.body.classList.remove("dropping");
    takeFiles([...event.dataTransfer.files]);
  });
}

function onKey(event) {
  const { target, key } = event;
  const isMenu = event.ctrlKey || event.metaKey;
  const isLog = target.id === "log";
  if (isMenu && key.toLowerCase() === "z" && !isLog) {
    event.preventDefault();
    return event.shiftKey ? step(Studio.future, Studio.past) : step(Studio.past, Studio.future);
  }
  if (isMenu && key.toLowerCase() === "y" && !isLog) {
    event.preventDefault();
    return step(Studio.future, Studio.past);
  }
  const isText = /^(TEXTAREA|SELECT)$/.test(target.tagName) || target.tagName === "INPUT" && !/^(checkbox|range)$/.test(target.type);
  if (isMenu || event.altKey || isText || document.querySelector("dialog[open]")) return;
  const isRange = target.type === "range" && target.id !== "time";
  const frame = event.shiftKey ? 1 : 1 / 60;
  const call = {
    " ": target.tagName === "BUTTON" || target.tagName === "SUMMARY" || target.type === "checkbox" ? null : () => play(!Studio.isPlaying),
    ArrowLeft: isRange ? null : () => { play(false); seek(Studio.time - frame); },
    ArrowRight: isRange ? null : () => { play(false); seek(Studio.time + frame); },
    Home: isRange ? null : () => seek(0),
    End: isRange ? null : () => seek(Studio.length),
    b: () => find("boxes").click(),
    a: () => find("all-sizes").click(),
    l: () => find("all-languages").click(),
    "?": () => find("help").showModal(),
  }[key] ?? (/^[1-5]$/.test(key) ? () => { const tab = find("tabs").children[Number(key) - 1]; showTab(tab.id.slice(4)); } : null);
  if (!call) return;
  event.preventDefault();
  call();
}

start();
