// The set-up page of a game with many seats: next to each list of players, the face of the one you choose.

import { all, find } from "./dom.js";

/** Shows the chosen players' faces, now and after each change. */
export function attendSeats() {
  for (const select of all(".seats select")) {
    select.addEventListener("change", () => showFace(select));
    showFace(select);
  }
}

/** Shows the face from the list of the computer's players; a style has the face of its level. */
function showFace(select) {
  const level = select.value.split("-")[0];
  const face = find(`[data-person~="${CSS.escape(level)}"] .portrait`);
  find("[data-seat-face]", select.parentElement)?.replaceChildren(...(face ? [face.cloneNode(true)] : []));
}
