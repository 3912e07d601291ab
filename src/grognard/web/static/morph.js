// Changes the page in place.

const keyOf = (node) => (node instanceof HTMLElement ? node.id || node.dataset.key || "" : "");

/** Is this attribute kept, because the reader or the fitting of a field has set it? */
const isKept = (node, name) => (name === "open" && node.nodeName === "DETAILS") ||
  (["data-fit", "style", "tabindex"].includes(name) && "fit" in node.dataset);

/** Makes `from` equal to `to` and preserves focus, open folds, scroll positions and live regions if it can. */
export function morph(from, to) {
  if (from.isEqualNode(to)) return;
  if (!(from instanceof Element && to instanceof Element)) {
    if (from.nodeType === to.nodeType) from.nodeValue = to.nodeValue;
    else from.parentNode?.replaceChild(to, from);
  } else if (from.nodeName !== to.nodeName) from.replaceWith(to);
  else {
    takeAttributes(from, to);
    takeChildren(from, to);
  }
}

function takeAttributes(from, to) {
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !isKept(from, name)) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value && !isKept(from, name)) from.setAttribute(name, value);
  }
}

/** Updates the children. Those with a key are matched by it, the others by their position and tag. */
function takeChildren(from, to) {
  const coming = new Set([...to.children].map(keyOf));
  const here = new Map();
  for (const child of [...from.children]) {
    const key = keyOf(child);
    if (key && !coming.has(key)) child.remove();
    else if (key) here.set(key, child);
  }
  let next = from.firstChild;
  for (const child of [...to.childNodes]) {
    const key = keyOf(child);
    const match = key ? here.get(key) : next && !keyOf(next) && next.nodeName === child.nodeName ? next : undefined;
    if (match && match === next) next = next.nextSibling;
    else from.insertBefore(match ?? child, next);
    if (match) morph(match, child);
  }
  while (next) {
    const after = next.nextSibling;
    next.remove();
    next = after;
  }
}
