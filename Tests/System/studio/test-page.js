// test-page.js STUDIO NATIVE OUTPUT [WORD...]: drives the studio's page in Chromium as a user does, opened from a disk.
//
// Loads, edits, scrubs, pastes logs, exports what the native program checks and draws, opens its own links, and compares the
// bytes of a sample of frames. Leaves screenshots in OUTPUT. Times are printed; only what happened is judged.
"use strict";
const { execFileSync, spawn, spawnSync } = require("child_process");
const crypto = require("crypto");
const fs = require("fs");
const http = require("http");
const net = require("net");
const path = require("path");
const { pathToFileURL } = require("url");
const { Browser } = require("./browser.js");

const [studio, native, output] = process.argv.slice(2).map((one) => path.resolve(one));
const address = pathToFileURL(path.join(studio, "index.html")).href;
const scratch = fs.mkdtempSync(path.join(require("os").tmpdir(), "studio-test-"));
const same = (found, wanted, what) => {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`);
};
const holds = (isSo, what) => { if (!isSo) throw new Error(what); };
const sum = (bytes) => crypto.createHash("sha256").update(bytes).digest("hex");

// Runs the native program; its status and its words.
function run(...words) {
  const { status, stderr } = spawnSync(native, words, { encoding: "utf8" });
  return { status, text: stderr.trim() };
}

// A port of this machine that no program uses now.
async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await new Promise((done) => server.on("listening", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

// The bridge between the page and a screen on this machine.
async function startBridge(port, socket) {
  const bridge = spawn("python3", [path.join(studio, "live.py"), "--port", String(port), native, "status", "--status", socket, "--follow", "--json"],
    { stdio: "ignore" });
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const connection = net.connect(port, "127.0.0.1");
    const isThere = await new Promise((done) => connection.on("connect", () => done(true)).on("error", () => done(false)));
    connection.destroy();
    if (isThere) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  return bridge;
}

const script = "Studio.state.script";
const theme = "Studio.state.theme";
// What the canvas shows, as a sum.
const canvas = `(() => {
  const { canvas, context } = Studio.view.panels[0];
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let sum = 0;
  for (let place = 0; place < data.length; place += 4) sum = (sum * 31 + (data[place] << 16 | data[place + 1] << 8 | data[place + 2])) >>> 0;
  return sum;
})()`;

const cases = {
  async "loads from a disk, without a network and without errors"(page) {
    holds(await page.value("find('loading').hidden && find('banner').hidden"), "it is not loaded");
    same(await page.value("[Studio.engine.width(0), Studio.engine.height(0)]"), [800, 480], "the panel");
    const foreign = page.requests.filter((one) => !/^(file|data|blob):/.test(one));
    same(foreign, [], "requests");
    // A panel that shows one color shows nothing.
    holds(await page.value(`(() => { const { canvas, context } = Studio.view.panels[0];
      return new Set(new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size })()`) > 50, "few colors");
  },

  async "scrubs, and goes frame by frame"(page) {
    await page.press("Home");
    const first = await page.value(canvas);
    same(await page.value("Studio.time"), 0, "the time");
    await page.value(`(() => { find("time").value = 3; find("time").dispatchEvent(new Event("input")); })()`);
    const third = await page.value(canvas);
    holds(first !== third, "scrubbing shows the same");
    await page.press("ArrowRight");
    holds(Math.abs(await page.value("Studio.time") - 3 - 1 / 60) < 1e-6, "no frame on");
    await page.press("ArrowLeft");
    same(await page.value(canvas), third, "the frame after going on and back");
    await page.press("End");
    same(await page.value("Studio.time === Studio.length"), true, "the end");
    await page.press("Home");
    same(await page.value(canvas), first, "the first frame");
  },

  async "plays"(page) {
    await page.press("Home");
    await page.value("Studio.view.paintCount = 0");
    await page.press(" ");
    await page.until("Studio.time > 1", "a second of playing");
    await page.press(" ");
    holds(!await page.value("Studio.isPlaying"), "it still plays");
    holds(await page.value("Studio.view.paintCount") > 5, "few frames were drawn");
    await page.choose("#size", "1280x800");
    const median = await page.value(`(() => { Studio.view.frameTimes.length = 0;
      for (let frame = 0; frame < 240; frame++) seek(frame / 60);
      return Studio.view.medianTime; })()`);
    console.log(`     1280x800: median ${median.toFixed(2)} ms a frame`);
    same(await page.value("Studio.view.frameTimes.length"), 240, "frames");
  },

  async "shows each state"(page) {
    const phases = {};
    for (const name of await page.value("Scripts.states.map(({ name }) => name)")) {
      await page.value(`[...find("states").children].find((one) => one.textContent === ${JSON.stringify(name)}).click()`);
      await page.settle();
      const state = await page.value("Studio.engine.state(0, Studio.length)");
      phases[name] = await page.value(`Studio.phases[${state.phase}]`) + (state.paused ? ", paused" : "");
      same(await page.value("Studio.scriptMistakes"), [], `mistakes of ${name}`);
    }
    same(phases, {
      Wait: "waiting", Unknown: "running", Run: "running", Stall: "running", Pause: "running, paused", Done: "done", Fail: "failed",
      Cancel: "cancelled", "Cut off": "cut off", Restart: "done",
    }, "the phases");
    await page.value(`(() => { find("share").value = 25; find("share").dispatchEvent(new Event("input")); })()`);
    await page.settle();
    same(await page.value("Studio.engine.state(0, Studio.time).thousandths"), 250, "the progress of the slider");
  },

  async "shows a QR code after a failure"(page) {
    const before = await page.value("snapshot()");
    const address = "https://support.example/help?code=";
    // A theme that places the scene itself has no room for a code.
    await page.value("edit('test', (state) => { state.theme = 'style = ring\\n'; })");
    await page.value(`setSetting(Studio.table.settings.find(({ name }) => name === "support-url"), "${address}{code}")`);
    await page.value("[...find('states').children].find((one) => one.textContent === 'Fail').click()");
    await page.settle();
    const picture = path.join(scratch, "help.png");
    const frame = await page.value("(() => { seek(Studio.length); return btoa(String.fromCharCode(...Studio.engine.picture(0))); })()");
    fs.writeFileSync(picture, Buffer.from(frame, "base64"));
    same(execFileSync("zbarimg", ["--nodbus", "--quiet", "--raw", picture], { encoding: "utf8" }), `${address}28\n`, "what a reader finds");
    await page.value(`edit("after", (state) => { state.theme = ${JSON.stringify(before.theme)}; state.script = ${JSON.stringify(before.script)}; })`);
    await page.settle();
  },

  async "edits theme.conf, with the words of check"(page) {
    await page.click("#tab-conf");
    const before = await page.value(canvas);
    const good = await page.value(theme);
    await page.type("#conf-editor textarea", `${good}\n[ring]\ncapp = round\n[background]\ncolor = red\n`);
    const told = await page.value("Studio.mistakes.map(({ line, text }) => `${line}: ${text}`)");
    const folder = path.join(scratch, "wrong");
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, "theme.conf"), await page.value(theme));
    const check = run("check", folder);
    same(check.status, 2, "the status of check");
    same(told, check.text.split("\n").map((line) => line.replace(/^fbprogress: .*?theme\.conf:/, "")), "mistakes");
    holds(told.length >= 2, "fewer mistakes than were made");
    same(await page.value("find('mistake-count').textContent"), String(told.length), "the count on the tab");
    holds(await page.value("document.querySelectorAll('#conf-editor pre b').length") >= 2, "lines are not marked");
    holds(await page.value("find('banner').hidden"), "the panel is lost for a mistake");
    same(await page.value(canvas), before, "the panel, without the wrong lines");
    await page.press("z", 2);
    same(await page.value(theme), good, "the text after undo");
    same(await page.value("Studio.mistakes"), [], "mistakes after undo");
  },

  async "sets a setting by its control, and takes it back"(page) {
    await page.click("#tab-look");
    const { total, shown } = await page.value(`({ total: Studio.table.settings.filter(({ scope }) => scope !== "line").length, shown: Studio.controls.rows.size })`);
    same(shown, total, "rows with a control");
    const before = { theme: await page.value(theme), canvas: await page.value(canvas) };
    await page.type("#search", "background.color");
    holds(await page.value(`document.getElementById("set-background.color").checkVisibility()`), "the setting is not found");
    await page.value(`(() => { const one = document.getElementById("set-background.color"); one.value = "#224466"; one.dispatchEvent(new Event("input")); })()`);
    await page.settle();
    same(await page.value("Studio.values.get('background.color')"), "#224466", "the value");
    holds(await page.value(canvas) !== before.canvas, "the panel did not change");
    // The lines that were there are there.
    const lines = (await page.value(theme)).split("\n");
    const gone = before.theme.split("\n").filter((line) => !lines.includes(line));
    holds(gone.length <= 1 && gone.every((line) => /^(background\.)?color =/.test(line)), `lines are gone: ${gone}`);
    await page.type("#search", "");
    await page.click("#undo");
    same(await page.value(theme), before.theme, "the text after undo");
    same(await page.value(canvas), before.canvas, "the panel after undo");
    await page.click("#redo");
    same(await page.value("Studio.values.get('background.color')"), "#224466", "the value after redo");
  },

  async "moves a box on the panel"(page) {
    const before = await page.value(theme);
    await page.value("setSetting(Studio.table.settings.find(({ name }) => name === 'title.box'), '6 6 88 10')");
    await page.settle();
    await page.click("#boxes");
    const name = "title.box";
    const [left, top, width, height] = (await page.value(`Studio.values.get(${JSON.stringify(name)}) ?? ""`)).split(/\s+/).map(Number);
    const bounds = await page.value("(() => { const { width, height } = document.querySelector('.glass').getBoundingClientRect(); return { width, height }; })()");
    await page.drag(`[data-box="${name}"]`, bounds.width * -0.02, bounds.height * 0.02);
    const moved = (await page.value(`Studio.values.get(${JSON.stringify(name)})`)).split(" ").map(Number);
    holds(Math.abs(moved[0] - Math.max(0, left - 2)) <= 0.5 && Math.abs(moved[1] - top - 2) <= 0.5, `${name} is at ${moved} after ${[left, top]}`);
    same(moved.slice(2), [width, height], "its size");
    await page.press("ArrowDown", 8);
    same((await page.value(`Studio.values.get(${JSON.stringify(name)})`)).split(" ").map(Number)[3], height + 0.5, "its height by keys");
    await page.click("#boxes");
    same(await page.value("document.querySelectorAll('.box').length"), 0, "boxes");
    await page.value(`edit("test", (state) => { state.theme = ${JSON.stringify(before)}; })`);
    await page.settle();
  },

  async "reads logs of updaters"(page) {
    await page.click("#tab-log");
    const show = async (text, protocol = "") => {
      await page.choose("#protocol", protocol);
      await page.value(`find("log").value = ${JSON.stringify(text)}`);
      await page.click("#show-log");
      return page.value("find('log-result').textContent");
    };
    // With the journal's times: two seconds between the lines, and the host's name is no part of a record.
    let told = await show("Nov 25 16:03:34 board rauc[12]:   0% Installing\nNov 25 16:03:36 board rauc[12]:  40% Copying image to rootfs.1\n"
      + "Nov 25 16:03:37 board rauc[12]: 100% Installing done.\n");
    holds(/the journal's time/.test(told), told);
    same((await page.value("Scripts.events(Studio.state.script).map(({ time, words }) => [time, words]).filter(([, words]) => /^progress/.test(words))")),
      [[0, "progress 0"], [2, "progress 0.4"], [3, "progress 1"]], "the events of the log");
    // Every protocol of the program can be named, and reads anything.
    for (const name of await page.value("Studio.table.protocols.map(({ name }) => name)")) {
      await show("\u0000garbage \u00ff 12 %\n{\"a\":[1,2\n", name);
      same(await page.value("find('banner').hidden"), true, `the engine after ${name}`);
    }
    told = await show("hello\nworld\n");
    holds(/Nothing to show/.test(told), told);
    const kept = await page.value(script);
    await show("   ");
    same(await page.value(script), kept, "the script after an empty log");
    told = await show("@0 25\n@2 done\n");
    same(await page.value(script), "@0 25\n@2 done\n", "a script that is pasted");
    // What a real tool prints, with carriage returns, as its output.
    told = await show("     32,768   3%   31.25MB/s    0:00:00\r    524,288  50%    1.20MB/s    0:00:02\r  1,048,576 100%    1.00MB/s    0:00:01\n");
    holds(/[1-9]\d* events from 3 lines/.test(told), told);
    holds(/progress (1|0.5)\b|bytes 524288/.test(await page.value(script)), await page.value(script));
    // A pattern of the user's, in the theme; a wrong one is a mistake like others.
    const before = await page.value(theme);
    const row = "Studio.table.settings.find(({ name }) => name === 'match')";
    await page.value(`setSetting(${row}, "^blk (?<current>[0-9]+) of (?<total>[0-9]+)")`);
    await page.settle();
    told = await show("blk 3 of 12\nblk 6 of 12\n");
    holds(/progress 0.25\n.*progress 0.5\n/.test(await page.value(script)), told);
    await page.value(`setSetting(${row}, "(?<percent>[0-9]")`);
    await page.settle();
    holds(/^match: .*\(\?<percent>/.test(await page.value("find('banner').textContent")), await page.value("find('banner').textContent"));
    await page.value(`edit("test", (state) => { state.theme = ${JSON.stringify(before)}; })`);
    await page.settle();
    // A recorded session of a real tool is a script.
    told = await show(fs.readFileSync(path.join(__dirname, "../../FeedTests/Sessions/wget"), "utf8"));
    holds(/script already/.test(told) && await page.value("find('banner').hidden"), told);
  },

  async "tells of mistakes in a script, and keeps the panel"(page) {
    await page.click("#tab-script");
    await page.type("#script-editor textarea", "@0 25\n1 75\n");
    holds(await page.value("!find('banner').hidden && /line 2/i.test(find('banner').textContent)"), "no word about line 2");
    same(await page.value("Studio.scriptMistakes.length"), 1, "mistakes");
    same(await page.value("Studio.view.panels.length"), 1, "panels");
    await page.type("#script-editor textarea", "@0 25\n@1 75\n@2 done\n");
    same(await page.value("find('banner').hidden"), true, "the banner after the correction");
  },

  async "takes pictures, and exports a theme that check accepts"(page) {
    const picture = fs.readFileSync(path.join(__dirname, "../../../docs/pictures/bubble.png")).toString("base64");
    await page.value(`takeFiles([new File([Uint8Array.from(atob(${JSON.stringify(picture)}), (one) => one.charCodeAt(0))], "my logo.png", { type: "image/png" })],
      Studio.table.settings.find(({ name }) => name === "background.image"))`);
    await page.settle();
    same(await page.value("Studio.values.get('background.image')"), "my-logo.png", "the setting");
    same(await page.value("Studio.mistakes"), [], "mistakes");
    await page.click("#tab-export");
    await page.type("#name", "board 7");
    same(await page.value("Studio.state.name"), "board-7", "the name");
    const zip = path.join(scratch, "theme.zip");
    fs.writeFileSync(zip, await page.download("#save-zip", "board-7.zip"));
    execFileSync("python3", ["-m", "zipfile", "-t", zip]);
    execFileSync("python3", ["-m", "zipfile", "-e", zip, scratch]);
    same(run("check", path.join(scratch, "board-7")), { status: 0, text: "" }, "check of the exported theme");
    same(fs.readFileSync(path.join(scratch, "board-7/theme.conf"), "utf8"), await page.value(theme), "theme.conf in the zip");
    same(sum(fs.readFileSync(path.join(scratch, "board-7/my-logo.png"))), sum(Buffer.from(picture, "base64")), "the picture in the zip");
  },

  async "takes what is dropped: a theme.conf, a picture of another kind, a log"(page) {
    const before = await page.value("snapshot().theme");
    const drop = async (file) => {
      await page.value(`(async () => {
        const transfer = new DataTransfer();
        transfer.items.add(${file});
        dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
        await new Promise((done) => setTimeout(done, 300));
      })()`);
      await page.settle();
    };
    await drop("new File(['style = wave\\n'], 'theme.conf')");
    same(await page.value(theme), "style = wave\n", "the theme");
    await page.press("Escape");
    await drop(`new File([await new Promise((done) => { const canvas = make("canvas", { width: 90, height: 60 }); canvas.getContext("2d").fillRect(0, 0, 9, 9);
      canvas.toBlob(done, "image/jpeg"); })], "Bild Ä.jpg", { type: "image/jpeg" })`);
    holds(await page.value("find('picture-use').open"), "no question what the picture is for");
    await page.value("[...find('picture-uses').children].find(({ value }) => value === 'logo.image').click()");
    await page.until("Studio.values.get('logo.image')");
    same(await page.value("[Studio.values.get('logo.image'), [...Studio.state.files.get('Bild-.png').subarray(1, 4)], Studio.mistakes]"),
      ["Bild-.png", [80, 78, 71], []], "the picture as PNG");
    await drop("new File(['10 %\\n55 %\\ndone\\n'], 'update.log')");
    holds(/^# From a log[^]*@0 progress 0.1\n@5 progress 0.55\n/.test(await page.value(script)), await page.value(script));
    // A picture that is none is a mistake of the theme, and is gone with its setting.
    await page.value(`edit("test", (state) => { state.files.set("Bild-.png", new Uint8Array(9)); })`);
    await page.settle();
    holds(/not a readable PNG/.test(await page.value("Studio.mistakes[0]?.text ?? ''")), "no word about a damaged picture");
    await page.value("find('pictures').querySelector('[aria-label=\"Remove Bild-.png\"]').click()");
    await page.settle();
    same(await page.value("[Studio.mistakes, Studio.values.has('logo.image')]"), [[], false], "after its removal");
    await page.value(`edit("after", (state) => { state.theme = ${JSON.stringify(before)}; state.script = "@0 25\\n@1 75\\n@2 done\\n";
      state.files = new Map([["my-logo.png", Files.bytesOf(${JSON.stringify(fs.readFileSync(path.join(__dirname, "../../../docs/pictures/bubble.png")).toString("base64"))})]]); })`);
    await page.settle();
    same(await page.value("Studio.mistakes"), [], "mistakes after all");
  },

  async "scales by the density of the panel"(page) {
    const before = await page.value(`(() => { seek(0.9); return ${canvas}; })()`);
    await page.value("(() => { find('diagonal').value = 24; find('diagonal').dispatchEvent(new Event('input')); })()");
    await page.settle();
    holds(await page.value(`(() => { seek(0.9); return ${canvas}; })()`) !== before, "a large panel looks as one of unknown size");
    await page.value("(() => { find('diagonal').value = ''; find('diagonal').dispatchEvent(new Event('input')); })()");
    await page.settle();
    same(await page.value(`(() => { seek(0.9); return ${canvas}; })()`), before, "the panel of unknown size");
  },

  async "opens an exported theme, and refuses what is none"(page) {
    const wanted = await page.value("[Studio.state.theme, [...Studio.state.files.keys()]]");
    const drop = (name, bytes) => page.value(`takeFiles([new File([Uint8Array.from(atob(${JSON.stringify(Buffer.from(bytes).toString("base64"))}),
      (one) => one.charCodeAt(0))], ${JSON.stringify(name)})])`).then(() => page.settle());
    await page.value("edit('test', (state) => { state.theme = 'style = ring\\n'; state.files = new Map(); })");
    // As the studio packs it, and as others do.
    const own = fs.readFileSync(path.join(scratch, "theme.zip"));
    execFileSync("python3", ["-c", "import shutil, sys; shutil.make_archive(sys.argv[1], 'zip', sys.argv[2], 'board-7')", path.join(scratch, "packed"), scratch]);
    for (const archive of [own, fs.readFileSync(path.join(scratch, "packed.zip"))]) {
      await drop("theme.zip", archive);
      same(await page.value("[Studio.state.theme, [...Studio.state.files.keys()]]"), wanted, "the theme of the archive");
      same(await page.value("[Studio.state.name, Studio.mistakes]"), ["board-7", []], "its name, and mistakes");
    }
    for (const [name, bytes] of [["none.zip", "no archive"], ["cut.zip", own.subarray(own.length - 200)], ["empty.zip", Buffer.from("504b0506".padEnd(44, "0"), "hex")]]) {
      await drop(name, bytes);
      holds(await page.value("!find('banner').hidden"), `no word about ${name}`);
      same(await page.value("[Studio.state.theme, [...Studio.state.files.keys()]]"), wanted, `the theme after ${name}`);
    }
    await page.value("apply()");
  },

  async "exports pictures that are the program's own"(page) {
    await page.click("#tab-export");
    await page.choose("#size", "320x240");
    await page.value("play(false); seek(1.5)");
    const words = ["--theme", path.join(scratch, "board-7"), "--size", "320x240", "--locale", "en", "--script", path.join(scratch, "script"),
      "--fonts", "share/fonts/default.fbfont:share/fonts/world.fbfont", "--bold-fonts", "share/fonts/bold.fbfont",
      "--numeral-fonts", "share/fonts/numeral.fbfont", "--locale-folder", "share/locale"];
    fs.writeFileSync(path.join(scratch, "script"), await page.value(script));
    const raw = path.join(scratch, "frame.raw");
    same(run("render", ...words, "--at", "1.5", "--output", raw).status, 0, "the native program");
    const shown = Buffer.from(await page.value("(() => { let text = ''; for (const one of Studio.engine.show(0, 1.5)) text += String.fromCharCode(one); return btoa(text); })()"), "base64");
    same(sum(shown), sum(fs.readFileSync(raw)), "the bytes of the panel");
    // The PNG as the page itself decodes it: the canvas's pixels.
    const png = await page.download("#save-png", "board-7.png");
    const differing = await page.value(`(async () => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(${JSON.stringify(png.toString("base64"))}), (one) => one.charCodeAt(0))]), { colorSpaceConversion: "none" });
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext("2d");
      context.drawImage(picture, 0, 0);
      const [one, other] = [context.getImageData(0, 0, 320, 240).data, Studio.view.panels[0].context.getImageData(0, 0, 320, 240).data];
      return one.reduce((count, byte, place) => count + (byte !== other[place]), 0);
    })()`);
    same(differing, 0, "bytes of the PNG that differ from the panel");
    await page.choose("#fps", "10");
    const apng = await page.download("#save-apng", "board-7.apng");
    const own = path.join(scratch, "own.apng");
    same(run("render", ...words, "--fps", "10", "--output", own).status, 0, "the native program");
    // Of the same libpng or not: as many frames, which the chunks acTL tell.
    const count = (bytes) => bytes.readUInt32BE(bytes.indexOf("acTL") + 4);
    same(count(apng), count(fs.readFileSync(own)), "frames of the animation");
    holds(await page.value("/fbprogress render --theme board-7 --size 320x240 --locale en/.test(find('render-line').textContent)"), "the command line");
  },

  async "opens its own link"(page, browser) {
    await page.choose("#locale", "ja");
    await page.choose("#rotate", "90");
    await page.choose("#format", "RGB565");
    await page.value("writeLink()");
    const link = await page.value("location.href");
    holds(link.includes("#s="), link);
    const wanted = await page.value("JSON.stringify({ ...Studio.state, files: 0 })");
    const other = await browser.open(link);
    same(await other.value("JSON.stringify({ ...Studio.state, files: 0 })"), wanted, "the state that a link gives");
    await other.close();
    for (const damaged of ["#s=AAAA", `#s=${link.split("#s=")[1].slice(0, -9)}`, "#s=%%%", "#mirror=1"]) {
      const broken = await browser.open(address + damaged);
      same(await broken.value("[Studio.state.base, Studio.view.panels.length]"), ["night", 1], `the studio with ${damaged}`);
      await broken.close();
    }
    await page.choose("#rotate", "0");
    await page.choose("#format", "");
    await page.choose("#locale", "en");
  },

  async "shows all sizes, rotations and formats"(page) {
    const native = await page.value(`(() => { seek(1.2); return ${canvas}; })()`);
    for (const rotate of ["90", "180", "270"]) {
      await page.choose("#rotate", rotate);
      same(await page.value("[Studio.engine.width(0), Studio.engine.height(0)]"), [320, 240], `the panel turned by ${rotate}`);
      const glass = await page.value("(() => { const { width, height } = document.querySelector('.glass').getBoundingClientRect(); return width > height; })()");
      same(glass, rotate === "180", `the panel turned by ${rotate} lies`);
      await page.value("showExport()");
      holds((await page.value("find('render-line').textContent")).includes(rotate === "180" ? "--size 320x240" : "--size 240x320"), "the size for render");
    }
    await page.choose("#rotate", "0");
    for (const format of await page.value("[...find('format').options].map(({ value }) => value)")) {
      await page.choose("#format", format);
      const now = await page.value(`(() => { seek(1.2); return ${canvas}; })()`);
      // All formats with 24 bits look alike.
      same(now === native, !["1", "RGB565", "R8", "R1"].includes(format), `${format} looks as 24 bits`);
    }
    const colors = await page.value(`(() => { const { canvas, context } = Studio.view.panels[0];
      find("format").value = "1"; find("format").dispatchEvent(new Event("change")); })()`);
    same(colors, undefined, "the choice");
    await page.settle();
    same(await page.value(`(() => { const { canvas, context } = Studio.view.panels[0];
      return new Set(new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size; })()`), 2, "colors of one bit");
    await page.choose("#format", "");
    await page.click("#all-sizes");
    same(await page.value("Studio.view.panels.length"), await page.value("Studio.overviewSizes.length"), "panels");
    await page.screenshot(path.join(output, "all-sizes.png"));
    await page.click(".panel:nth-child(2)");
    same(await page.value("[Studio.state.width, Studio.state.height, Studio.view.panels.length]"), [480, 800, 1], "the chosen panel");
    await page.press("z", 2);
    await page.click("#all-languages");
    same(await page.value("Studio.view.panels.length"), await page.value("Files.index.locales.length"), "panels");
    await page.screenshot(path.join(output, "all-languages.png"));
    const last = await page.value("Files.index.locales.indexOf('ja')");
    await page.click(`.panel:nth-child(${last + 1})`);
    same(await page.value("[Studio.state.locale, Studio.view.panels.length]"), ["ja", 1], "the chosen language");
    await page.press("z", 2);
    same(await page.value("Studio.state.locale"), "en", "the language after undo");
  },

  async "begins with each theme"(page) {
    for (const name of await page.value("Files.index.themes")) {
      await page.choose("#theme", name);
      await page.until(`Studio.state.base === ${JSON.stringify(name)}`);
      await page.settle();
      same(await page.value("Studio.mistakes"), [], `mistakes of ${name}`);
      same(await page.value("find('banner').hidden"), true, `the banner with ${name}`);
      holds((await page.value("find('fbprogress-conf').textContent")).startsWith(`theme = ${name}`), `${name} is not named`);
    }
  },

  async "starts the drawing anew after it stopped"(page) {
    await page.value("guard(() => { throw new WebAssembly.RuntimeError('unreachable'); })");
    holds(await page.value("!find('banner').hidden"), "no word about it");
    await page.until("Studio.view.panels.length === 0", "another engine");
    await page.value("edit('test', (state) => { state.script = '@0 42\\n'; })");
    await page.settle();
    same(await page.value("[find('banner').hidden, Studio.view.panels.length, Studio.mistakes.length]"), [true, 1, 0], "the panel");
    same(await page.value("[0.02, 5].map((time) => Studio.engine.state(0, time).thousandths)"), [420, 420], "the state");
    // The check in its worker, too.
    await page.value("Studio.checker.worker.onerror(new Event('error', { cancelable: true }))");
    const before = await page.value(theme);
    await page.value("edit('test', (state) => { state.theme += '\\n[title]\\nbox = 5 5 90 20\\n[message]\\nbox = 5 5 90 20\\n'; })");
    await page.settle();
    holds(/title and message overlap/.test(await page.value("Studio.mistakes.map(({ text }) => text).join()")), "no word of the check");
    await page.value(`edit("test", (state) => { state.theme = ${JSON.stringify(before)}; })`);
    await page.settle();
    same(await page.value("Studio.mistakes"), [], "mistakes after undo");
  },

  async "names every control for screen readers"(page) {
    await page.value("for (const one of document.querySelectorAll('details')) { one.open = true; one.hidden = false; }");
    for (const tab of ["look", "conf", "script", "log", "export"]) {
      await page.click(`#tab-${tab}`);
      const { nodes } = await page.send("Accessibility.getFullAXTree", {});
      const controls = nodes.filter(({ ignored, role }) => !ignored
        && /^(button|textbox|searchbox|slider|spinbutton|combobox|checkbox|ColorWell|tab|image)$/.test(role?.value));
      holds(controls.length > 20, `${controls.length} controls on ${tab}`);
      const nameless = controls.filter(({ name }) => !name?.value).map(({ role, backendDOMNodeId }) => `${role.value} ${backendDOMNodeId}`);
      same(nameless, [], `controls without a name on ${tab}`);
    }
  },

  async "shows a board, live: the pixels of the program that serves them"(page, browser) {
    const share = path.join(__dirname, "../../../share");
    const port = await freePort();
    const socket = path.join(scratch, "live-status");
    const bridge = await startBridge(port, socket);
    const file = path.join(scratch, "live-script");
    // The page follows before the records come: how a pencil leans is the history of its states.
    fs.writeFileSync(file, "@15 title Ärger 更新\n@15 step 1/2 Copy\n@15.3 bytes 30M 100M\n@15.6 message Writing\n@16 bytes 60M 100M\n");
    const boards = [["--theme", "night", "--size", "800x480"], ["--theme", "paper", "--size", "480x800", "--locale", "de", "--accent", "#12a150"],
      ["--theme", "none", "--style", "bubble", "--size", "320x240", "--landscape.title.size", "30"]];
    for (const [index, words] of boards.entries()) {
      const folder = path.join(scratch, `live-${index}`);
      const board = spawn(native, ["--script", file, "--hold-at", "16.7", "--presenter", "null", "--dump-folder", folder, "--status", socket,
        "--sandbox", "kill", "--fps", "30", "--theme-folders", `${share}/themes`, "--locale-folder", `${share}/locale`,
        ...["fonts", "bold-fonts", "numeral-fonts"].flatMap((name) => [`--${name}`, { fonts: "default:world", "bold-fonts": "bold",
          "numeral-fonts": "numeral" }[name].split(":").map((one) => `${share}/fonts/${one}.fbfont`).join(":")]), ...words],
      { stdio: ["ignore", "ignore", "pipe"] });
      let log = "";
      board.stderr.on("data", (bytes) => { log += bytes; });
      try {
        const live = await browser.open(`${address}#mirror=http://127.0.0.1:${port}`);
        // The board of the test has its files elsewhere.
        await live.value(`(() => { for (const [path, bytes] of [...Studio.known]) Studio.engine.put(path.replace("${"/usr/share/fbprogress"}", ${JSON.stringify(share)}), bytes);
          apply(); })()`);
        await live.until("Live.wire && Live.hold === 16.7 && Studio.time === 16.7", `a state from the board; ${log}`, 60);
        same(await live.value("`${Studio.state.width}x${Studio.state.height}`"), words[words.indexOf("--size") + 1], "the size");
        holds(await live.value("find('banner').hidden && !find('live-strip').hidden"), await live.value("find('banner').textContent"));
        let differing = -1;
        for (const end = Date.now() + 60_000; differing !== 0 && Date.now() < end;) {
          fs.rmSync(`${folder}/frame.png`, { force: true });
          board.kill("SIGUSR1");
          for (const last = Date.now() + 5000; !fs.existsSync(`${folder}/frame.png`) && Date.now() < last;) await new Promise((done) => setTimeout(done, 50));
          if (!fs.existsSync(`${folder}/frame.png`)) continue;
          differing = await live.value(`(async () => {
            const picture = await createImageBitmap(new Blob([Files.bytesOf(${JSON.stringify(fs.readFileSync(`${folder}/frame.png`).toString("base64"))})]));
            const { canvas, context } = Studio.view.panels[0];
            if (picture.width !== canvas.width || picture.height !== canvas.height) return -2;
            const other = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
            other.drawImage(picture, 0, 0);
            const [one, two] = [context, other].map((one) => new Uint32Array(one.getImageData(0, 0, canvas.width, canvas.height).data.buffer));
            return one.reduce((count, word, place) => count + (word !== two[place]), 0);
          })()`);
        }
        same(differing, 0, `pixels that differ from the program's own of ${words.join(" ")}`);
        await live.screenshot(path.join(output, `live-${index}.png`));
        same(live.errors, [], "errors");
        await live.close();
      } finally {
        board.kill();
        await new Promise((done) => (board.exitCode ?? board.signalCode) === null ? board.on("exit", done) : done());
      }
    }
    bridge.kill();
    same(page.errors, [], "errors");
  },

  async "follows a board that goes and comes again"(page, browser) {
    const port = await freePort();
    const feed = path.join(scratch, "live-feed");
    const socket = path.join(scratch, "live-status");
    const bridge = await startBridge(port, socket);
    const start = () => spawn(native, ["--feed", `fifo:${feed}`, "--presenter", "null", "--size", "320x240", "--after-outcome", "stay",
      "--status", socket], { stdio: "ignore" });
    const write = (text) => fs.writeFileSync(feed, text, { flag: "a" });
    let board = start();
    const ended = () => new Promise((done) => (board.exitCode ?? board.signalCode) === null ? board.on("exit", done) : done());
    try {
      for (let end = Date.now() + 60_000; !fs.existsSync(feed) && Date.now() < end;) await new Promise((done) => setTimeout(done, 50));
      const live = await browser.open(address);
      const before = await live.value("[Studio.state.theme, Studio.state.script]");
      await live.click("#live-button");
      await live.type("#live-address", `127.0.0.1:${port}`);
      await live.click("#live button[value=connect]");
      write("message hello\n40\n");
      await live.until("/40 %, “hello”/.test(find('status').textContent)", "the first records", 60);
      await live.until(`location.hash === "#mirror=http://127.0.0.1:${port}"`, "the address of the page");
      board.kill();
      await ended();
      await live.until("/asking again|no screen/.test(find('live-text').textContent)", "a word about the end", 60);
      board = start();
      await live.until("Live.wire && Studio.engine.state(0, 0).phase === 0", "the new board", 60);
      write("70\nmessage again\n");
      await live.until("/70 %, “again”/.test(find('status').textContent)", "records of the new board", 60);
      await live.click("#live-stop");
      await live.until("find('live-strip').hidden && /^#s=/.test(location.hash) && !Live.isOn", "the end of Disconnect");
      for (let step = 0; step < 3 && JSON.stringify(await live.value("[Studio.state.theme, Studio.state.script]")) !== JSON.stringify(before); step++) {
        await live.click("#undo");
      }
      same(await live.value("[Studio.state.theme, Studio.state.script]"), before, "the theme after undo");
      await live.value("find('live-address').value = 'no address'");
      await live.click("#live-button");
      await live.click("#live button[value=connect]");
      await live.until("!Live.isOn && /no address/.test(find('banner').textContent)", "a word about a wrong address");
      await live.close();
    } finally {
      bridge.kill();
      board.kill();
      await ended();
    }
  },

  async "works on a web server, too"(page, browser) {
    const server = http.createServer((request, response) => {
      const file = path.join(studio, decodeURIComponent(new URL(request.url, "http://one").pathname));
      const kind = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" }[path.extname(file)];
      if (!kind || !fs.existsSync(file)) return response.writeHead(404).end();
      response.writeHead(200, { "content-type": kind, "content-security-policy": "default-src 'self' 'wasm-unsafe-eval' blob: data:; style-src 'self' 'unsafe-inline'" });
      response.end(fs.readFileSync(file));
    }).listen(0, "127.0.0.1");
    await new Promise((done) => server.on("listening", done));
    try {
      const served = await browser.open(`http://127.0.0.1:${server.address().port}/index.html`);
      same(await served.value("Studio.view.panels.length"), 1, "panels");
      same(served.errors, [], "errors");
      same(served.requests.filter((one) => !/^(blob:|data:|http:\/\/127\.0\.0\.1)/.test(one)), [], "requests elsewhere");
      await served.close();
    } finally {
      server.close();
    }
  },

  async "draws the program's bytes in Chromium"(page) {
    const scenes = JSON.parse(execFileSync("python3", [path.join(__dirname, "test-equality"), "--sample", native], { encoding: "utf8" }));
    let count = 0;
    for (const { words, text, times, sums } of scenes) {
      const found = await page.value(`(async () => {
        const { isOpen, lines } = Studio.engine.open(15, ${JSON.stringify(words)}, ${JSON.stringify(text)});
        if (!isOpen) return lines;
        const sums = [];
        for (const time of ${JSON.stringify(times)}) {
          const bytes = Studio.engine.show(15, time).slice();
          const words = new Uint32Array(bytes.buffer, 0, bytes.length >> 2);
          let sum = bytes.length;
          for (const word of words) sum = (Math.imul(sum, 31) + word) >>> 0;
          sums.push(sum);
        }
        Studio.engine.close(15);
        return sums;
      })()`);
      same(found, sums, `frames of ${words.join(" ")}`);
      count += sums.length;
    }
    console.log(`     ${count} frames`);
    holds(count > 40, "few frames were compared");
  },
};

// The names of the cases that are run; all without any.
const chosen = process.argv.slice(5);
for (const word of chosen) holds(Object.keys(cases).some((name) => name.includes(word)), `no case has the word ${word}`);

async function main() {
  fs.mkdirSync(output, { recursive: true });
  const browser = await Browser.start();
  let failed = 0;
  try {
    const page = await browser.open(address);
    await page.screenshot(path.join(output, "laptop.png"));
    for (const [name, test] of Object.entries(cases)) {
      if (chosen.length && !chosen.some((word) => name.includes(word))) continue;
      try {
        await test(page, browser);
        if (page.errors.length) throw new Error(`errors in the page: ${page.errors.splice(0).join("; ")}`);
        console.log(`ok   ${name}`);
      } catch (error) {
        failed++;
        console.log(`FAIL ${name}: ${error.message}`);
        await page.screenshot(path.join(output, `failure-${failed}.png`)).catch(() => {});
      }
    }
    const views = {
      "laptop-dark": { isDark: true }, phone: { width: 390, height: 844, isPhone: true }, "phone-dark": { width: 390, height: 844, isPhone: true, isDark: true },
    };
    for (const [name, options] of Object.entries(views)) {
      const other = await browser.open(address, options);
      const isWide = await other.value(`document.documentElement.scrollWidth > ${options.width ?? 1440}`);
      if (isWide || other.errors.length) {
        failed++;
        console.log(`FAIL ${name}: ${isWide ? "the page is wider than the screen" : other.errors.join("; ")}`);
      }
      await other.screenshot(path.join(output, `${name}.png`));
      await other.close();
    }
    // With motion it plays by itself.
    const moving = await browser.open(address, { isReduced: false });
    await moving.until("Studio.isPlaying && Studio.time > 0.2", "a page that plays");
    await moving.close();
  } finally {
    await browser.stop();
    fs.rmSync(scratch, { recursive: true, force: true });
  }
  console.log(failed ? `test-page: ${failed} failed; ${output} has screenshots` : `test-page: ok; ${output} has screenshots`);
  process.exitCode = failed ? 1 : 0;
}
main().catch((error) => {
  console.error(`test-page: ${error.message}`);
  process.exit(1);
});
