// Says on <html> whether the page can be used: data-scripts is "ready" while the scripts listen and nothing you asked for
// is underway, and "busy" until then. Programs that use a page, like our tests, wait for it. Readers see no difference.

let listening = false;
let leaving = false;
let underway = 0; // things you asked for whose results are not on the page yet

function mark() {
  document.documentElement.dataset.scripts = listening && !leaving && underway === 0 ? "ready" : "busy";
}

/** Marks the page as busy with something you asked for. Call the function it returns when the result is on the page. */
export function begin() {
  let ended = false;
  underway += 1;
  mark();
  return () => {
    if (ended) return;
    ended = true;
    underway -= 1;
    mark();
  };
}

/** Marks the page as busy until the browser has left it. An address within the page leaves nothing. */
export function leave(address = "") {
  const [path, place] = address.split("#");
  if (place !== undefined && path === location.href.split("#")[0]) return;
  leaving = true;
  mark();
}

/** Marks the page as ready: all its scripts listen. */
export function ready() {
  listening = true;
  addEventListener("click", follow);
  addEventListener("submit", send);
  addEventListener("pageshow", ({ persisted }) => { if (persisted) stay(); }); // back from the browser's cache
  mark();
}

function stay() {
  leaving = false;
  mark();
}

/** A link that no script handles leads elsewhere, unless it opens another window or downloads something. A fold reports
    only a little later that it was opened or closed. */
function follow(event) {
  const clicked = event.target instanceof Element ? event.target.closest("a[href], button, summary") : null;
  if (!clicked || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (clicked.matches("summary")) clicked.parentElement.addEventListener("toggle", begin(), { once: true });
  else if (clicked.matches("a:not([download], [data-download])")) {
    leave(new URL(clicked.getAttribute("href"), location).href);
  }
}

/** A form that no script handles leads elsewhere, unless it downloads something. */
function send({ defaultPrevented, submitter }) {
  if (!defaultPrevented && !submitter?.matches("[data-download]")) leave();
}
