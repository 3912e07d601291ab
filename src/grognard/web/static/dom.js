// Elements, and the table on the page. All the scripts know about a game is what is in its data attributes.

export const find = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** An element with properties and children. */
export function make(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

export const table = () => find("main#table");
/** The id of the table on the page; empty if it gets no news. */
export function tableId() {
  const address = table()?.dataset.stream;
  return address ? new URL(address, location).searchParams.get("table") : "";
}

export const deciding = () => Boolean(table()?.classList.contains("deciding"));

/** The version of a table. It rises with everything that happens there. */
export const version = (root) => Number(root?.dataset.version ?? 0);

/** Removes the browser's own tooltips from cards: the hint in the dock and the zoom say more. */
export function untitle(root) {
  for (const card of all(".card[title]", root)) card.removeAttribute("title");
}
