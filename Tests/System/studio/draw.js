// draw.js MODULE <SCENES: draws scenes in WebAssembly under node, and prints the SHA-256 of each frame's bytes.
// Reads a JSON list of [arguments, script, times]; paths are relative to the working folder. Prints a JSON list of lists.
"use strict";
const crypto = require("crypto");
const fs = require("fs");
const path = require("path");
const { Engine } = require(path.join(__dirname, "../../../Studio/Page/engine.js"));

// Files that the arguments name, and all in the folders that they name.
function files(words) {
  return words.flatMap((word) => word.split(":")).flatMap((name) => {
    const facts = fs.statSync(name, { throwIfNoEntry: false });
    if (!facts || !name.includes("/")) return [];
    return facts.isFile() ? [name] : fs.readdirSync(name).map((one) => `${name}/${one}`).filter((one) => fs.statSync(one).isFile());
  });
}

async function main() {
  const engine = await Engine.load(fs.readFileSync(process.argv[2]));
  const known = new Set();
  const sums = [];
  for (const [words, script, times] of JSON.parse(fs.readFileSync(0, "utf8"))) {
    for (const name of files(words)) {
      if (!known.has(name)) engine.put(name, fs.readFileSync(name));
      known.add(name);
    }
    const { isOpen, lines } = engine.open(0, words, script);
    sums.push(!isOpen ? lines : times.map((time) =>
      crypto.createHash("sha256").update(engine.show(0, time)).digest("hex")));
  }
  // What was opened is closed again: a panel leaves no block of memory behind, with texts and without, nor does one that
  // could not be opened.
  const panels = [["--style", "ring+wave", "--fonts", "none"], ["--style", "ring"], ["--plan.box", "none", "--style", "wave"],
    ["--presenter", "nothing"], ["--at", "x"]];
  const again = (count) => {
    for (let time = 0; time < count; time++) {
      engine.close(0);
      engine.open(0, ["--size", "320x240", ...panels[time % panels.length]], "@0 25\n@1 75\n@2 done\n");
      for (let frame = 0; frame < 20; frame++) engine.show(0, frame / 5);
      engine.canvas(0);
      engine.close(0);
    }
    return engine.calls.studio_block_count();
  };
  process.stdout.write(JSON.stringify({ sums, blocks: [again(panels.length), again(4 * panels.length)] }));
}
main();
