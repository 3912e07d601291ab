// Events of tables over a single connection: a worker has one for all pages, or a page has its own.

const SETTLE = 50; // milliseconds to wait for other pages that are opening, so that they share a connection
const LINGER = 2000; // until tables that no page shows any more are dropped
const RECONNECT = 5000;
const VERSION = /data-version="(\d+)"/;

/** The version of a table, before it is parsed. */
export const versionIn = (html) => Number(VERSION.exec(html)?.[1] ?? 0);

export class Feed {
  #arrive; // takes the id of a table, and the table as HTML
  #say; // takes "open" or "lost"
  #beat; // takes the house time
  #tables = new Set();
  #newest = new Map(); // the newest HTML of each table
  #asked = ""; // the tables of the current connection
  #source = null;
  #timer = 0;
  #due = Infinity; // when the timer ends

  constructor(arrive, say, beat = () => {}) {
    this.#arrive = arrive;
    this.#say = say;
    this.#beat = beat;
  }

  /** Starts to follow a table. Returns its newest HTML if it is followed already. */
  add(id) {
    if (!this.#tables.has(id)) {
      this.#tables.add(id);
      this.#soon(SETTLE);
    }
    return this.#newest.get(id);
  }

  /** Stops following a table. */
  drop(id) {
    this.#tables.delete(id);
    if (this.#tables.size) this.#soon(LINGER);
    else this.#close();
  }

  #close() {
    clearTimeout(this.#timer);
    this.#due = Infinity;
    this.#source?.close();
    this.#source = null;
    this.#asked = "";
    this.#newest.clear();
  }

  #soon(milliseconds) {
    const due = Date.now() + milliseconds;
    if (due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => { this.#due = Infinity; this.#connect(); }, milliseconds);
  }

  /** Opens a connection. The old one ends when the new one has begun, so that nothing is missed in between. */
  #connect() {
    const asked = [...this.#tables].sort().join();
    if (asked === this.#asked) return;
    this.#asked = asked;
    for (const id of this.#newest.keys()) if (!this.#tables.has(id)) this.#newest.delete(id);
    const last = this.#source;
    const source = this.#source = new EventSource(`/stream?${[...this.#tables].map((id) => this.#query(id)).join("&")}`);
    for (const id of this.#tables) source.addEventListener(id, ({ data }) => this.#take(id, data));
    source.addEventListener("message", ({ data }) => this.#beat(Number(data)));
    source.addEventListener("open", () => { last?.close(); this.#say("open"); });
    source.addEventListener("error", () => {
      last?.close();
      if (source !== this.#source) return;
      this.#say("lost");
      if (source.readyState !== EventSource.CLOSED) return; // the browser reconnects automatically
      this.#source = null;
      this.#asked = "";
      this.#soon(RECONNECT);
    });
  }

  /** The query for a table, with its newest version, so that the server does not send that again. */
  #query(id) {
    const version = versionIn(this.#newest.get(id) ?? "");
    return version ? `table=${id}:${version}` : `table=${id}`;
  }

  #take(id, html) {
    this.#newest.set(id, html);
    this.#arrive(id, html);
  }
}
