// Chromium without a display, driven through its DevTools protocol over two pipes.
"use strict";
const { spawn } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

class Browser {
  // Starts Chromium with a profile of its own, which goes with it.
  static async start() {
    const browser = new Browser();
    browser.folder = fs.mkdtempSync(path.join(os.tmpdir(), "studio-"));
    const program = process.env.CHROMIUM ?? "chromium";
    const words = ["--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
      "--disable-background-networking", "--disable-component-update", "--force-color-profile=srgb", "--hide-scrollbars",
      `--user-data-dir=${browser.folder}/profile`];
    // The sandbox refuses to work for root.
    if (process.getuid() === 0) words.push("--no-sandbox");
    // A process group of its own: stop() ends all of its processes.
    browser.process = spawn(program, words, { stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"], detached: true });
    browser.errors = "";
    browser.process.stderr.on("data", (bytes) => { browser.errors = (browser.errors + bytes).slice(-4000); });
    browser.process.on("exit", (status) => {
      for (const { failed } of browser.calls.values()) failed(new Error(`chromium ended with ${status}: ${browser.errors}`));
    });
    browser.calls = new Map();
    browser.listeners = [];
    browser.count = 0;
    let rest = "";
    browser.process.stdio[4].setEncoding("utf8").on("data", (text) => {
      const parts = (rest + text).split("\0");
      rest = parts.pop();
      for (const part of parts) browser.take(JSON.parse(part));
    });
    return browser;
  }

  take(message) {
    const call = this.calls.get(message.id);
    if (call) {
      this.calls.delete(message.id);
      if (message.error) call.failed(new Error(`${call.method}: ${message.error.message}`));
      else call.done(message.result);
    } else {
      for (const listener of this.listeners) listener(message);
    }
  }

  send(method, params = {}, sessionId = undefined) {
    return new Promise((done, failed) => {
      const id = ++this.count;
      const timer = setTimeout(() => failed(new Error(`${method}: no answer within a minute`)), 60_000);
      this.calls.set(id, {
        method,
        done: (value) => { clearTimeout(timer); done(value); },
        failed: (error) => { clearTimeout(timer); failed(error); },
      });
      this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  // Opens a page. size: width, height, and whether it is a phone's.
  async open(address, { width = 1440, height = 900, isPhone = false, isReduced = true, isDark = false, ready } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    await page.send("Page.enable");
    await page.send("Runtime.enable");
    await page.send("Network.enable");
    await page.send("Log.enable");
    await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: isPhone ? 2 : 1, mobile: isPhone });
    await page.send("Emulation.setEmulatedMedia", {
      features: [
        { name: "prefers-reduced-motion", value: isReduced ? "reduce" : "no-preference" },
        { name: "prefers-color-scheme", value: isDark ? "dark" : "light" },
      ],
    });
    await this.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: this.folder, eventsEnabled: false });
    await page.go(address, ready);
    return page;
  }

  // Ends all processes of the browser, and removes its files. The network's process writes into the profile
  // for some time after the first process ended, so files are removed when no process of the group is left.
  async stop() {
    const ended = new Promise((done) => this.process.on("exit", done));
    process.kill(-this.process.pid, "SIGKILL");
    await ended;
    while (isRunning(this.process.pid)) await new Promise((done) => setTimeout(done, 20));
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

// Whether a process of the group runs. A zombie, which the first process of a container may never reap, does not.
function isRunning(group) {
  return fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name)).some((name) => {
    try {
      // After the name, which is in parentheses: state, parent, group.
      const [state, , ofGroup] = fs.readFileSync(`/proc/${name}/stat`, "latin1").split(") ").pop().split(" ");
      return Number(ofGroup) === group && state !== "Z" && state !== "X";
    } catch {
      return false;
    }
  });
}

class Page {
  constructor(browser, sessionId, targetId) {
    [this.browser, this.sessionId, this.targetId] = [browser, sessionId, targetId];
    // What went wrong in the page, and what it asked of a network.
    [this.errors, this.requests] = [[], []];
    browser.listeners.push(({ method, params, sessionId: session }) => {
      if (session !== sessionId) return;
      if (method === "Runtime.exceptionThrown") {
        this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      }
      if (method === "Log.entryAdded" && params.entry.level === "error") this.errors.push(params.entry.text);
      if (method === "Runtime.consoleAPICalled" && params.type === "error") this.errors.push(JSON.stringify(params.args));
      if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
    });
  }

  send(method, params) { return this.browser.send(method, params, this.sessionId); }

  // ready: an expression that is true once the page can be used.
  async go(address, ready = "document.body?.dataset.ready === 'yes'") {
    await this.send("Page.navigate", { url: address });
    await this.until(ready, "the page to be ready", 60);
  }

  // The value of an expression, which may be a promise.
  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression, awaitPromise: true, returnByValue: true, userGesture: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // Waits until an expression is true.
  async until(expression, what = expression, seconds = 20) {
    const end = Date.now() + 1000 * seconds;
    while (!await this.value(expression)) {
      if (Date.now() > end) throw new Error(`waited ${seconds} s for ${what}; errors: ${this.errors.join("; ")}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  // Lets what an edit causes happen.
  async settle() {
    await this.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    await this.until("!Studio.isChecking", "the check");
  }

  // The middle of an element on the page.
  async middle(selector) {
    const place = await this.value(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      if (!element) return null;
      element.scrollIntoView({ block: "nearest" });
      const { left, top, width, height } = element.getBoundingClientRect();
      return width && height ? { x: left + width / 2, y: top + height / 2 } : null;
    })()`);
    if (!place) throw new Error(`${selector} is not on the page`);
    return place;
  }

  // Clicks as a mouse does.
  async click(selector) {
    const { x, y } = await this.middle(selector);
    await this.mouse("mousePressed", x, y);
    await this.mouse("mouseReleased", x, y);
    await this.settle();
  }

  // Draws an element by a distance.
  async drag(selector, across, down) {
    const { x, y } = await this.middle(selector);
    await this.mouse("mousePressed", x, y);
    for (let part = 1; part <= 4; part++) await this.mouse("mouseMoved", x + across * part / 4, y + down * part / 4);
    await this.mouse("mouseReleased", x + across, y + down);
    await this.settle();
  }

  mouse(type, x, y) {
    return this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: type === "mouseReleased" ? 0 : 1, clickCount: 1 });
  }

  // Presses a key with modifiers: 1 Alt, 2 Ctrl, 8 Shift.
  async press(key, modifiers = 0) {
    const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key === " " ? "Space" : key;
    const windowsVirtualKeyCode = { ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Home: 36, End: 35, Escape: 27, Enter: 13 }[key]
      ?? key.toUpperCase().charCodeAt(0);
    const text = modifiers & 2 || key.length > 1 ? undefined : key;
    await this.send("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", key, code, text, modifiers, windowsVirtualKeyCode });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key, code, modifiers, windowsVirtualKeyCode });
    await this.settle();
  }

  // Replaces a field's text as a user does.
  async type(selector, text) {
    await this.value(`(() => { const field = document.querySelector(${JSON.stringify(selector)}); field.focus(); field.select(); })()`);
    await this.send("Input.insertText", { text });
    await this.value(`document.querySelector(${JSON.stringify(selector)}).dispatchEvent(new Event("change", { bubbles: true }))`);
    await this.settle();
  }

  // Chooses of a menu.
  async choose(selector, value) {
    const isThere = await this.value(`(() => {
      const menu = document.querySelector(${JSON.stringify(selector)});
      menu.value = ${JSON.stringify(value)};
      menu.dispatchEvent(new Event("change", { bubbles: true }));
      return menu.value === ${JSON.stringify(value)};
    })()`);
    if (!isThere) throw new Error(`${selector} has no ${value}`);
    await this.settle();
  }

  // A file that a click saves.
  async download(selector, name) {
    const file = path.join(this.browser.folder, name);
    fs.rmSync(file, { force: true });
    await this.click(selector);
    const end = Date.now() + 30_000;
    while (!fs.existsSync(file)) {
      if (Date.now() > end) throw new Error(`${selector} saved no ${name}`);
      await new Promise((done) => setTimeout(done, 50));
    }
    return fs.readFileSync(file);
  }

  async screenshot(file) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    fs.writeFileSync(file, Buffer.from(data, "base64"));
  }

  close() { return this.browser.send("Target.closeTarget", { targetId: this.targetId }); }
}

module.exports = { Browser };
