// test-site.js SITE OUTPUT: opens the site in Chromium, from a disk and from a web server, on a laptop and on a phone, light and dark.
//
// No page is wider than its screen, has an error or asks another host; live panels draw, play and pause. Leaves screenshots in OUTPUT.
"use strict";
const fs = require("fs");
const http = require("http");
const path = require("path");
const { pathToFileURL } = require("url");
const { Browser } = require("../studio/browser.js");

const [site, output] = process.argv.slice(2).map((one) => path.resolve(one));
const holds = (isSo, what) => { if (!isSo) throw new Error(what); };
const views = {
  laptop: {}, "laptop-dark": { isDark: true }, phone: { width: 390, height: 844, isPhone: true }, "phone-dark": { width: 390, height: 844, isPhone: true, isDark: true },
};
const loaded = "document.readyState === 'complete'";
// How many colors a panel shows.
const colors = (selector) => `(() => { const canvas = document.querySelector(${JSON.stringify(`${selector} canvas`)});
  return canvas ? new Set(new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size : 0; })()`;
const sum = (selector) => `new Uint32Array(document.querySelector(${JSON.stringify(`${selector} canvas`)}).getContext("2d").getImageData(0, 0, 800, 450).data.buffer)
  .reduce((sum, word) => (Math.imul(sum, 31) + word) >>> 0, 7)`;

function pages(folder = "") {
  return fs.readdirSync(path.join(site, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? (name === "studio" ? [] : pages(name)) : name.endsWith(".html") ? [name] : [];
  });
}

const cases = {
  async "every page fits a phone and a laptop, without errors and without other hosts"(browser, address) {
    for (const options of [views.phone, views.laptop]) {
      const page = await browser.open(address("index.html"), { ...options, ready: loaded });
      for (const name of pages()) {
        await page.go(address(name), loaded);
        // A phone's browser widens its window with the page.
        const found = await page.value(`({ wide: document.documentElement.scrollWidth - ${options.width ?? 1440}, offender: [...document.querySelectorAll("body *")]
          .filter((one) => one.getBoundingClientRect().right > ${options.width ?? 1440} + 1 && !one.closest("pre, .table, .outline, .index"))
          .map((one) => one.outerHTML.slice(0, 90)).slice(0, 3) })`);
        holds(found.wide <= 0, `${name} is ${found.wide} pixels too wide on ${options.isPhone ? "a phone" : "a laptop"}: ${found.offender.join(" | ")}`);
        holds(!page.errors.length, `${name}: ${page.errors.join("; ")}`);
      }
      const foreign = page.requests.filter((one) => !/^(file|data|blob):/.test(one));
      holds(!foreign.length, `requests elsewhere: ${foreign}`);
      await page.close();
    }
  },

  async "the gallery's pictures are panels that play when pressed"(browser, address) {
    const page = await browser.open(address("gallery.html"), { ready: loaded });
    const count = await page.value("document.querySelectorAll('.screen').length");
    holds(count === await page.value("document.querySelectorAll('.card').length") && count >= 15, `${count} panels`);
    for (const name of await page.value("[...document.querySelectorAll('.screen')].map(({ dataset }) => dataset.theme ? `[data-theme=\"${dataset.theme}\"]` : `[data-style=\"${dataset.style}\"]`)")) {
      const selector = `.screen${name}`;
      await page.value(`document.querySelector(${JSON.stringify(selector)}).scrollIntoView({ block: "center" })`);
      await page.until(`document.querySelector(${JSON.stringify(selector)}).dataset.ready === "yes"`, `${name} to be drawn`, 60);
      // mono has few; none has one.
      holds(await page.value(colors(selector)) > 1, `${name} shows one color`);
    }
    const selector = ".screen[data-theme=\"night\"]";
    const still = await page.value(sum(selector));
    await page.value(`document.querySelector('${selector} .play').click()`);
    await page.until(`${sum(selector)} !== ${still}`, "another frame", 60);
    holds(await page.value(`document.querySelector('${selector} .play').getAttribute("aria-label")`) === "Pause night", "the button's name");
    // Another one that plays ends it.
    await page.value("document.querySelector('.screen[data-style=ring] .play').click()");
    holds(await page.value(`!document.querySelector('${selector}').classList.contains("playing")`), "two panels play");
    await page.value("document.querySelector('.screen[data-style=ring]').click()");
    holds(await page.value("!document.querySelector('.playing')"), "a panel plays after it was pressed again");
    // What a card opens in the studio is what it shows.
    await page.until("document.querySelector('a[data-style=wave]').href.includes('#s=')", "a link to the studio");
    const link = await page.value("document.querySelector('a[data-style=wave]').href");
    holds(!page.errors.length, page.errors.join("; "));
    await page.close();
    const studio = await browser.open(link);
    holds(await studio.value("Studio.state.theme === 'style = wave\\n' && find('banner').hidden && Studio.state.script.includes('step 2/2')"), "the studio shows another style");
    await studio.close();
  },

  async "the front page plays by itself, unless motion is unwanted, and shows the chosen theme"(browser, address) {
    const moving = await browser.open(address("index.html"), { isReduced: false, ready: loaded });
    await moving.until("document.querySelector('.screen.playing canvas')", "a panel that plays", 60);
    await moving.close();
    const page = await browser.open(address("index.html"), { ready: loaded });
    await page.until("document.querySelector('.screen').dataset.ready === 'yes'", "the panel", 60);
    holds(await page.value("!document.querySelector('.playing')"), "it plays where motion is unwanted");
    const before = await page.value(sum(".screen"));
    await page.value("document.querySelector('.chips [data-theme=paper]').click()");
    await page.until(`${sum(".screen")} !== ${before}`, "the theme paper", 60);
    holds(await page.value("document.querySelector('.chips [aria-pressed=true]').dataset.theme") === "paper", "the chosen theme is not marked");
    await page.value("document.getElementById('appearance').click()");
    holds(await page.value("getComputedStyle(document.body).backgroundColor === 'rgb(16, 19, 24)'"), "the page is not dark");
    holds(!page.errors.length, page.errors.join("; "));
    await page.close();
  },
};

async function main() {
  fs.mkdirSync(output, { recursive: true });
  const browser = await Browser.start();
  const kinds = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".txt": "text/plain" };
  // A host that knows nothing but files, in a folder of its own.
  const server = http.createServer((request, response) => {
    const file = path.join(site, decodeURIComponent(new URL(request.url, "http://one").pathname).replace(/^\/some\/folder/, ""));
    const kind = kinds[path.extname(file)];
    if (!kind || !fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": kind }).end(fs.readFileSync(file));
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.on("listening", done));
  let failed = 0;
  try {
    for (const [name, test] of Object.entries(cases)) {
      try {
        await test(browser, (page) => pathToFileURL(path.join(site, page)).href);
        console.log(`ok   ${name}`);
      } catch (error) {
        failed++;
        console.log(`FAIL ${name}: ${error.message}`);
      }
    }
    try {
      const page = await browser.open(`http://127.0.0.1:${server.address().port}/some/folder/index.html`, { ready: loaded });
      await page.until("document.querySelector('.screen').dataset.ready === 'yes'", "the panel from a web server", 60);
      holds(!page.errors.length, page.errors.join("; "));
      await page.close();
      console.log("ok   it works on a web server, too");
    } catch (error) {
      failed++;
      console.log(`FAIL on a web server: ${error.message}`);
    }
    for (const [view, options] of Object.entries(views)) {
      for (const name of ["index", "gallery", "downloads", "docs/feeds/index", "docs/themes"]) {
        const page = await browser.open(pathToFileURL(path.join(site, `${name}.html`)).href, { ...options, ready: loaded });
        if (!name.startsWith("d")) await page.until("document.querySelector('.screen').dataset.ready === 'yes'", "a panel", 60);
        await page.screenshot(path.join(output, `${name.replaceAll("/", "-")}-${view}.png`));
        await page.close();
      }
    }
  } finally {
    server.close();
    server.closeAllConnections();
    await browser.stop();
  }
  console.log(failed ? `test-site: ${failed} failed` : `test-site: ok; ${output} has screenshots`);
  process.exitCode = failed ? 1 : 0;
}
main().catch((error) => {
  console.error(`test-site: ${error.message}`);
  process.exit(1);
});
