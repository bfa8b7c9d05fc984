// mistreat.js MODULE SHARE [SEED]: hands the studio's engine damaged themes, scripts, logs, pictures and fonts.
//
// A mistake is told in words, so no call may trap. A failure prints the seed that repeats it.
"use strict";
const fs = require("fs");
const path = require("path");
const { Engine } = require(path.join(__dirname, "../../../Studio/Page/engine.js"));

const [module_, share, given] = process.argv.slice(2);
let seed = Number(given ?? Date.now() % 1e9);
console.log(`mistreat: seed ${seed}`);
// A linear congruential generator (Knuth's MMIX), of which the high bits are used.
let state = BigInt(seed);
const random = (count) => {
  state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
  return Number((state >> 33n) % BigInt(count));
};

function damaged(bytes) {
  const copy = Buffer.from(bytes);
  for (let count = random(6); count >= 0; count--) {
    const place = random(copy.length || 1);
    switch (random(4)) {
      case 0: copy[place] = random(256); break;
      case 1: return Buffer.concat([copy.subarray(0, place), copy.subarray(random(copy.length || 1))]);
      case 2: copy.copy(copy, place, random(copy.length || 1)); break;
      default: copy.fill(random(256), place, Math.min(copy.length, place + random(9)));
    }
  }
  return copy;
}

async function main() {
  const engine = await Engine.load(fs.readFileSync(module_));
  const themes = fs.readdirSync(`${share}/themes`).map((name) => fs.readFileSync(`${share}/themes/${name}/theme.conf`));
  const font = fs.readFileSync(`${share}/fonts/default.fbfont`);
  const picture = fs.readFileSync("docs/pictures/bubble.png");
  const script = Buffer.from("@0 title Update\n@0 step 1/2 A\n@0.5 bytes 30M 100M\n@1 message B\n@2 paused\n@3 resume\n@4 done\n@5 restart 9\n");
  const log = Buffer.from("10 %\n{\"percent\": 20}\nXXX\n30\nText\nXXX\n 40% Copying\npmstatus:a:50:b\nbytes 60 100\r70%\ndone\n");
  const table = engine.table();
  const protocols = ["", "wrap", ...table.protocols.map(({ name }) => name)];
  let [opened, refused] = [0, 0];
  for (let round = 0; round < 600; round++) {
    const theme = damaged(Buffer.concat([themes[random(themes.length)], Buffer.from("\n[background]\nimage = p.png\n[]\nfonts = f.fbfont\n")]));
    engine.put("/t/theme.conf", random(3) ? theme : themes[random(themes.length)]);
    engine.put("/t/p.png", damaged(picture));
    engine.put("/t/f.fbfont", random(2) ? damaged(font) : font);
    // It may look at many sizes and languages.
    if (random(12) === 0) engine.check("/t");
    const size = `${1 + random(400)}x${1 + random(300)}`;
    const words = ["--theme", "/t", "--size", random(9) ? size : "0x9", "--rotate", String(90 * random(4))];
    const { isOpen } = engine.open(random(3), words, random(2) ? damaged(script) : script, random(2) * 6);
    isOpen ? opened++ : refused++;
    for (let number = 0; number < 3; number++) {
      engine.show(number, [0, 0.4, 1.2, 4.5, 1e12, -1, NaN][random(7)]);
      engine.canvas(number, random(2) === 1);
      engine.next(number, random(9));
      engine.end(number);
    }
    engine.readLog(protocols[random(protocols.length)], [{ time: 0, bytes: damaged(log) }, { time: 1, bytes: damaged(log) }], 2);
  }
  if (opened < 50 || refused < 50) throw new Error(`${opened} panels were opened and ${refused} refused: too few of one kind`);
  console.log(`ok   ${opened} panels opened, ${refused} refused with a message`);
}
main().catch((error) => {
  console.error(`mistreat: seed ${seed}: ${error.stack ?? error}`);
  process.exit(1);
});
