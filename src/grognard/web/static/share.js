// Texts to share: by the device's own dialog where there is one, else by the clipboard.

import { all, find } from "./dom.js";

/** Completes the links of the texts, which may lack the address of the server. */
export function completeLinks(root) {
  for (const field of all("[data-share]", root)) {
    const link = new URL(field.dataset.share, location).href;
    field.value = field.dataset.says ? `${field.dataset.says} ${link}` : link;
  }
}

/** Listens to the buttons that share or copy. */
export function attendShare() {
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const button = event.target.closest("[data-copy]");
    const fold = event.target.closest("[data-shares]:not([open]) > summary")?.parentElement;
    const sender = event.target.closest("[data-send]");
    if (button) copy(find(`#${button.dataset.copy}`));
    else if (sender) send(sender);
    else if (fold) {
      event.preventDefault();
      share(fold, find(`#${fold.dataset.shares}`));
    }
  });
  completeLinks(document);
  showButtons(document);
}

/** Shows the buttons that need scripts, and which the server therefore hides. */
export function showButtons(root) {
  for (const button of all("[data-copy]", root)) button.hidden = false;
  for (const button of all("[data-send]", root)) button.hidden = !navigator.share;
}

/** Offers a link to the device's own dialog. */
async function send({ dataset }) {
  const { value } = find(`#${dataset.send}`);
  try { await navigator.share({ text: dataset.says, url: value }); } catch { /* closed without sharing */ }
}

async function share(fold, field) {
  if (navigator.share) {
    try {
      await navigator.share({ text: field.value });
      return;
    } catch (error) {
      if (error.name === "AbortError") return; // closed without sharing
    }
  }
  fold.open = true;
  copy(field);
}

async function copy(field) {
  field.select();
  let copied = true;
  try {
    await navigator.clipboard.writeText(field.value);
  } catch { // not allowed everywhere, and missing without https
    copied = document.execCommand("copy");
  }
  const told = find("[role=status]", field.closest(".sharing, details"));
  if (told) told.textContent = copied ? "Copied." : "Copy the selected text yourself.";
}
