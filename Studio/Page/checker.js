// `fbprogress check` in a worker with an engine of its own: it may look at a theme in many sizes and languages, which takes
// a while, and the page goes on meanwhile. A page from a disk may not load a worker's script, so the worker is made of text.
"use strict";

class Checker {
  // module: the engine's file.
  constructor(module) {
    this.module = module;
    this.waiting = new Map();
    this.count = 0;
    // The files that the worker has.
    this.known = new Map();
  }

  start() {
    const source = `${Engine}
      let engine;
      onmessage = async ({ data }) => {
        if (data.module) engine = Engine.load(data.module);
        const ready = await engine;
        for (const path of data.removed) ready.remove(path);
        for (const [path, bytes] of data.files) ready.put(path, bytes);
        if (data.folder) postMessage({ number: data.number, lines: ready.check(data.folder) });
      };
      onunhandledrejection = ({ reason }) => { throw reason; };`;
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.worker.onmessage = ({ data }) => {
      this.waiting.get(data.number)?.(data.lines);
      this.waiting.delete(data.number);
    };
    // A check that stopped says nothing; the next one has a new worker.
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.worker.terminate();
      this.worker = null;
      this.known.clear();
      for (const done of this.waiting.values()) done(null);
      this.waiting.clear();
    };
    this.worker.postMessage({ module: this.module, removed: [], files: [] });
  }

  // The lines of a check of a folder, with files by path; null if the check stopped.
  check(folder, files) {
    if (!this.worker) this.start();
    const removed = [...this.known.keys()].filter((path) => !files.has(path));
    for (const path of removed) this.known.delete(path);
    const fresh = [...files].filter(([path, bytes]) => this.known.get(path) !== bytes);
    for (const [path, bytes] of fresh) this.known.set(path, bytes);
    const number = ++this.count;
    return new Promise((done) => {
      this.waiting.set(number, done);
      this.worker.postMessage({ number, folder, removed, files: fresh });
    });
  }
}
