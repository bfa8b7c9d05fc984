// Files: those that the studio brings along, and those that it gives to the user.
"use strict";

const Files = {
  index: { fonts: [], locales: [], themes: [] },
  loading: new Map(),
  waiting: new Map(),
  // The studio's folder, from the page.
  base: "",

  // Loads a script of `data/`, once. Its files by path, as bytes.
  load(name) {
    if (!this.loading.has(name)) {
      this.loading.set(name, new Promise((done, failed) => {
        this.waiting.set(name, done);
        const script = document.createElement("script");
        script.src = `${this.base}data/${name}.js`;
        script.onerror = () => failed(new Error(`data/${name}.js is missing; copy the whole folder of the studio.`));
        document.head.append(script);
      }).then(async (packed) => {
        const files = new Map();
        for (const [path, text] of Object.entries(packed)) files.set(path, await this.unpack(text));
        return files;
      }));
    }
    return this.loading.get(name);
  },

  // Called by the scripts of `data/`.
  arrived(name, packed) { this.waiting.get(name)?.(packed); },

  bytesOf(text) { return Uint8Array.from(atob(text), (one) => one.charCodeAt(0)); },

  async unpack(text) { return this.through(new DecompressionStream("gzip"), this.bytesOf(text)); },

  // Bytes sent through a stream.
  async through(stream, bytes) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  },

  // Text as a part of an address, and back.
  async shorten(text) {
    const bytes = await this.through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
    let letters = "";
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  },
  async restore(text) {
    const bytes = this.bytesOf(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(await this.through(new DecompressionStream("deflate-raw"), bytes));
  },

  checksumTable: null,
  checksum(bytes) {
    this.checksumTable ??= Uint32Array.from({ length: 256 }, (_, index) => {
      let word = index;
      for (let bit = 0; bit < 8; bit++) word = word & 1 ? (word >>> 1) ^ 0xedb88320 : word >>> 1;
      return word;
    });
    let sum = 0xffffffff;
    for (const byte of bytes) sum = this.checksumTable[(sum ^ byte) & 0xff] ^ (sum >>> 8);
    return (sum ^ 0xffffffff) >>> 0;
  },

  // A zip archive of files by path, stored without compression. The times are those of 1980, so the
  // same files give the same archive.
  zip(files) {
    const encoder = new TextEncoder();
    const [parts, directory] = [[], []];
    let [offset, directorySize] = [0, 0];
    for (const [path, bytes] of files) {
      const name = encoder.encode(path);
      // Version 2.0; names are UTF-8; stored; 1 January 1980.
      const common = new DataView(new ArrayBuffer(26));
      [20, 0x0800, 0, 0, 0x0021].forEach((word, place) => common.setUint16(2 * place, word, true));
      common.setUint32(10, this.checksum(bytes), true);
      common.setUint32(14, bytes.length, true);
      common.setUint32(18, bytes.length, true);
      common.setUint16(22, name.length, true);
      const facts = new Uint8Array(common.buffer);
      parts.push(Uint8Array.of(0x50, 0x4b, 3, 4), facts, name, bytes);
      const rest = new DataView(new ArrayBuffer(14));
      rest.setUint32(10, offset, true);
      directory.push(Uint8Array.of(0x50, 0x4b, 1, 2, 20, 0), facts, new Uint8Array(rest.buffer), name);
      offset += 30 + name.length + bytes.length;
      directorySize += 46 + name.length;
    }
    const end = new DataView(new ArrayBuffer(22));
    end.setUint32(0, 0x06054b50, true);
    end.setUint16(8, files.length, true);
    end.setUint16(10, files.length, true);
    end.setUint32(12, directorySize, true);
    end.setUint32(16, offset, true);
    return new Blob([...parts, ...directory, new Uint8Array(end.buffer)], { type: "application/zip" });
  },

  // The files of a zip archive by path: stored or deflated. Throws a message for another.
  async unzip(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const files = new Map();
    // The directory's end, before a comment of the archive.
    let end = bytes.length - 22;
    while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
    if (end < 0) throw new Error("not a zip archive");
    try {
      let place = view.getUint32(end + 16, true);
      for (let count = view.getUint16(end + 10, true); count > 0; count--) {
        if (view.getUint32(place, true) !== 0x02014b50) throw new RangeError();
        const [method, size] = [view.getUint16(place + 10, true), view.getUint32(place + 20, true)];
        const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(place + offset, true));
        const name = new TextDecoder().decode(bytes.subarray(place + 46, place + 46 + nameLength));
        const header = view.getUint32(place + 42, true);
        const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
        const content = bytes.slice(start, start + size);
        if (content.length !== size || ![0, 8].includes(method)) throw new RangeError();
        files.set(name, method === 8 ? await this.through(new DecompressionStream("deflate-raw"), content) : content);
        place += 46 + nameLength + extra + comment;
      }
    } catch {
      throw new Error("the zip archive is damaged, or packed in an unusual way; pack it again");
    }
    return files;
  },

  // Gives a file to the user.
  save(name, content, type) {
    const link = document.createElement("a");
    const blob = content instanceof Blob ? content : new Blob([content], { type });
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  },
};

if (typeof module !== "undefined") module.exports = { Files };
