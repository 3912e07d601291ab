// A step of the guide on a small screen: its text covers the table until you close it, and again when you ask for it.

import { find } from "./dom.js";
import { fit } from "./fit.js";

/** Listens to the buttons that lead from the text to the table and back. */
export function attendLesson() {
  document.addEventListener("click", ({ target }) => {
    const lesson = target.closest("[data-read]")?.closest(".lesson");
    if (!lesson) return;
    const read = lesson.classList.toggle("read");
    fit();
    find(read ? "#prompt" : "[data-read='to the table']")?.focus({ preventScroll: true });
  });
}
