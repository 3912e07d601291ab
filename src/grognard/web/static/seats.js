// The set-up page of a game with many seats: the face of whoever is chosen from a list, next to it.

import { all, find } from "./dom.js";

/** Shows faces from now on, whenever somebody is chosen. */
export function attendSeats() {
  for (const select of all(".seats select")) {
    select.addEventListener("change", () => showFace(select));
    showFace(select);
  }
}

/** The face is that of the person on the list of the computer's players; a style has that of its level. */
function showFace(select) {
  const level = select.value.split("-")[0];
  const face = find(`[data-person~="${CSS.escape(level)}"] .portrait`);
  find("[data-seat-face]", select.parentElement)?.replaceChildren(...(face ? [face.cloneNode(true)] : []));
}
