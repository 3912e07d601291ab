// The end of a game: a sheet over the field that folds away, and what can be copied from it.

import { all, find, table } from "./dom.js";

const sheetIsOpen = (now) => Boolean(find(".finale[open]", now));

/** Sees to the end that a table shows: what the sheet covers takes no focus, and links to copy are whole. */
export function settle(now) {
  const board = find(".board", now);
  if (board) board.inert = sheetIsOpen(now) && !now.classList.contains("replay");
  for (const field of all("[data-share]", now)) {
    const link = new URL(field.dataset.share, location).href;
    field.value = field.dataset.says ? `${field.dataset.says} ${link}` : link;
  }
}

/** Brings the end of a game that has just ended: the last blow is seen before the sheet covers it. */
export function arrive(now) {
  find(".ending", now)?.classList.add("arriving");
  find("#ending", now)?.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

/** Listens to the sheet being folded away or opened again, and to the buttons that copy. */
export function attendEnding() {
  document.addEventListener("toggle", ({ target }) => { if (target.matches?.(".finale")) settle(table()); }, true);
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-copy]") : null;
    if (button) copy(button.dataset.copy);
  });
  settle(table());
}

async function copy(id) {
  const field = find(`#${id}`);
  field.select();
  let copied = true;
  try {
    await navigator.clipboard.writeText(field.value);
  } catch { // not everywhere allowed, nor known without https
    copied = document.execCommand("copy");
  }
  const told = field.closest("details")?.querySelector("[role=status]");
  if (told) told.textContent = copied ? "Copied." : "Copy what is marked now.";
}
