// Texts about a card or a rule: the hint in the dock, the enlarged card, and the clause in a dialog.

import { ask } from "./dialog.js";
import { all, find, make, parsed, table } from "./dom.js";
import { begin, leave } from "./ready.js";
import { settings } from "./settings.js";
import { enlarged } from "./zoom.js";

let said = ""; // what the hint is about
let told = ""; // what the dock says about your last action, until the next one

/** Shows in the dock what a card does, or why it cannot be chosen. */
export function hint(element) {
  const place = find("[data-hint]");
  if (!place || place.contains(element)) return;
  const card = element instanceof HTMLElement && element.matches("[data-why], .card.legal") ? element : null;
  if (!card && told) return;
  const about = card ? aboutCard(card) : "";
  if (said === about && place.textContent) return;
  said = about;
  told = "";
  place.classList.remove("why");
  place.replaceChildren();
  const listed = point(card);
  if (!card || listed) return;
  const { why, whyClause } = card.dataset;
  if (why) {
    const name = find(".card-name", card)?.textContent;
    place.classList.add("why");
    place.append(name ? `${name}: ` : "", why, " ");
    if (whyClause) place.append(clauseLink(whyClause));
  } else place.append(card.getAttribute("aria-label") ?? "");
}

/** Points at the line of a card in the list of choices; no other line is pointed at. Returns whether it has one. */
function point(card) {
  const lines = all(".compare > li");
  for (const line of lines) line.classList.toggle("at", Boolean(card) && line.dataset.of === card.dataset.action);
  return lines.some((line) => line.matches(".at"));
}

/** Shows a text in the dock, unless it is empty. */
export function tell(text) {
  if (!text) return;
  told = text;
  find("[data-hint]")?.replaceChildren(text);
}

/** Explains at the first table how to read a card, on devices without a hovering pointer. */
export function tellOfReading() {
  if (!settings.heard && matchMedia("(hover: none)").matches) tell(find("[data-reading]")?.textContent);
}

/** Forgets the text in the dock, since you are acting again. */
export function forgetTold() {
  told = "";
}

/** Shows the hint again after the table was redrawn, which may happen twice for one act. A newer text stays. */
export function hintAgain() {
  if (told) tell(told);
  else hint(document.activeElement);
}

const aboutCard = ({ dataset, ariaLabel }) => [dataset.handle, dataset.why, ariaLabel].join();

function clauseLink(clause) {
  const mark = make("span", { ariaHidden: "true" }, "§");
  const properties = { className: "clause-link clause-mark", href: `${table()?.dataset.rules}#${clause}` };
  const link = make("a", { ...properties, ariaLabel: `Rule ${clause}`, title: clause }, mark);
  link.dataset.clause = clause;
  return link;
}

/** Shows the card in a dialog, with a button to play it if it can be played. */
export function readCard(card) {
  const content = [enlarged(card)];
  const { why, whyClause } = card.dataset;
  if (why) content.push(make("p", { className: "notice" }, why, " ", clauseLink(whyClause ?? "")));
  const label = card.matches(".legal") ? card.getAttribute("aria-label") ?? "Play" : "";
  ask(find(".card-name", card)?.textContent ?? "Card", content, label ? { [label]: () => card.click() } : {});
}

const clauses = new Map();

/** Shows the clause that a link leads to in a dialog, or as a page if that fails. */
export async function readClause(link) {
  const [standard, clause] = link.href.split("#");
  const rules = table()?.dataset.rules ?? standard; // a table with its own numbers has its own handbook
  const [address, page] = [`${rules}/${clause}`, `${rules}#${clause}`];
  const done = begin();
  try {
    if (!clauses.has(address)) {
      const answer = await fetch(address, { headers: { "X-Fragment": "1" } });
      if (answer.ok) clauses.set(address, await answer.text());
    }
    const text = find("article", parsed(clauses.get(address) ?? ""));
    const whole = make("p", {}, make("a", { href: page }, "The whole handbook"));
    if (text) return ask(link.dataset.clause ?? "", [text, whole]);
  } catch { /* show it as a page */ } finally { done(); }
  leave(page);
  location.assign(page);
}
