// Elements, and the table on the page. All that the scripts know of a game stands in its data attributes.

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
export const deciding = () => Boolean(table()?.classList.contains("deciding"));

/** The number of a table among those the server has drawn of it; it rises with everything that happens. */
export const version = (root) => Number(root?.dataset.version ?? 0);

/** Takes the browser's own hints off the cards: the hint in the dock and the zoom say it better. */
export function untitle(root) {
  for (const card of all(".card[title]", root)) card.removeAttribute("title");
}
