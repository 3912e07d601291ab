// The dialog of a page.

import { make } from "./dom.js";
import { hideZoom } from "./zoom.js";

export const sheet = make("dialog", { className: "sheet" });
sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });
sheet.addEventListener("close", () => {
  if (sheet.open) return;
  sheet.replaceChildren();
  sheet.ariaLabel = "";
});

/** Opens the dialog with this content, a button of this kind for each choice, and a last button that only closes it. */
export function ask(label, content, choices = {}, close = "Close", kind = "primary") {
  hideZoom();
  const done = make("button", { type: "button", onclick: () => sheet.close() }, close);
  const buttons = Object.entries(choices).map(([text, act]) =>
    make("button", { type: "button", className: kind, onclick: () => { sheet.close(); act(); } }, text));
  sheet.ariaLabel = label;
  sheet.replaceChildren(...content, make("div", { className: "actions" }, ...buttons, done));
  if (!sheet.open) sheet.showModal();
  done.focus({ preventScroll: true });
  sheet.scrollTop = 0; // a long text starts at its top
}
