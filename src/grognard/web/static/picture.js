// A picture of a table inside another page: its field fits, and the choices of a decision are pointed out.

import { all, find } from "./dom.js";
import { keepFitting } from "./fit.js";

const main = find("main#table");

for (const [kind, card, place] of JSON.parse(main.dataset.marks)) {
  const cards = all("[data-handle]", main);
  const named = (one) => one.getAttribute("aria-label") === card;
  const marked = card
    ? cards.find(({ dataset }) => dataset.handle === card) ?? cards.find(named)
    : place && find(`[data-zone="${CSS.escape(place)}"]`, main);
  if (marked) marked.dataset.mark = kind;
}
keepFitting();
