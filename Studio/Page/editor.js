// A text field with numbers of its lines, of which those with mistakes are marked.
"use strict";

class Editor {
  // changed: called with the text after each edit by the user.
  constructor(place, label, changed) {
    this.numbers = document.createElement("pre");
    this.numbers.setAttribute("aria-hidden", "true");
    this.field = document.createElement("textarea");
    this.field.spellcheck = false;
    this.field.autocapitalize = "off";
    this.field.setAttribute("aria-label", label);
    this.field.setAttribute("wrap", "off");
    place.append(this.numbers, this.field);
    this.marked = new Map();
    this.field.addEventListener("input", () => {
      this.number();
      changed(this.field.value);
    });
    this.field.addEventListener("scroll", () => { this.numbers.scrollTop = this.field.scrollTop; });
  }

  get text() { return this.field.value; }
  set text(text) {
    if (this.field.value === text) return;
    const { selectionStart, selectionEnd, scrollTop } = this.field;
    this.field.value = text;
    this.field.setSelectionRange(selectionStart, selectionEnd);
    this.field.scrollTop = scrollTop;
    this.number();
  }

  // Marks lines: messages by number from 1.
  mark(messages) {
    this.marked = messages;
    this.field.setAttribute("aria-invalid", messages.size > 0);
    this.number();
  }

  number() {
    const count = this.field.value.split("\n").length;
    this.numbers.replaceChildren();
    for (let line = 1; line <= count; line++) {
      if (this.marked.has(line)) {
        const mark = document.createElement("b");
        mark.textContent = line;
        mark.title = this.marked.get(line).join("\n");
        this.numbers.append(mark, "\n");
      } else {
        this.numbers.append(`${line}\n`);
      }
    }
    this.numbers.scrollTop = this.field.scrollTop;
  }

  // Selects a line.
  show(line) {
    const lines = this.field.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    this.field.focus();
    this.field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    this.field.scrollTop = Math.max(0, (line - 4) * 20);
  }
}
