// The appearance of the page: the system's, or the one that was chosen here.
"use strict";

(() => {
  const page = document.documentElement;
  let chosen = null;
  // A browser may keep nothing for a page from a disk.
  try { chosen = localStorage.getItem("appearance"); } catch { chosen = null; }
  if (chosen === "light" || chosen === "dark") page.dataset.appearance = chosen;
  addEventListener("DOMContentLoaded", () => {
    const index = document.querySelector(".document > .index");
    const wide = matchMedia("(min-width: 900px)");
    // The list of documents is open beside the text, and closed above it.
    const follow = () => { if (index) index.open = wide.matches; };
    wide.addEventListener("change", follow);
    follow();
    index?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    document.getElementById("appearance").addEventListener("click", () => {
      const isDark = page.dataset.appearance ? page.dataset.appearance === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      page.dataset.appearance = isDark ? "light" : "dark";
      try { localStorage.setItem("appearance", page.dataset.appearance); } catch { /* Only this page changes. */ }
    });
  });
})();
