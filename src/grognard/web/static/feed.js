// Events of tables, by one connection for all of them: a worker has one for all pages, or a page has its own.

const SETTLE = 50; // milliseconds in which several pages that open become one connection
const LINGER = 2000; // until tables that nobody shows any more are left out
const RECONNECT = 5000;
const VERSION = /data-version="(\d+)"/;

/** The version of a table, before it is parsed. */
export const versionIn = (html) => Number(VERSION.exec(html)?.[1] ?? 0);

export class Feed {
  #arrive; // takes the id of a table, and the table as HTML
  #say; // takes "open" or "lost"
  #tables = new Set();
  #newest = new Map(); // what came last of each table
  #asked = ""; // the tables of the present connection
  #source = null;
  #timer = 0;
  #due = Infinity; // when the timer ends

  constructor(arrive, say) {
    this.#arrive = arrive;
    this.#say = say;
  }

  /** Brings a table from now on. What came of it last, if it is brought already. */
  add(id) {
    if (!this.#tables.has(id)) {
      this.#tables.add(id);
      this.#soon(SETTLE);
    }
    return this.#newest.get(id);
  }

  /** Brings a table no more. */
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

  /** The last connection ends when the next has begun, so that nothing is missed between them. */
  #connect() {
    const asked = [...this.#tables].sort().join();
    if (asked === this.#asked) return;
    this.#asked = asked;
    for (const id of this.#newest.keys()) if (!this.#tables.has(id)) this.#newest.delete(id);
    const last = this.#source;
    const source = this.#source = new EventSource(`/stream?${[...this.#tables].map((id) => this.#query(id)).join("&")}`);
    for (const id of this.#tables) source.addEventListener(id, ({ data }) => this.#take(id, data));
    source.addEventListener("open", () => { last?.close(); this.#say("open"); });
    source.addEventListener("error", () => {
      last?.close();
      if (source !== this.#source) return;
      this.#say("lost");
      if (source.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      this.#source = null;
      this.#asked = "";
      this.#soon(RECONNECT);
    });
  }

  /** A table of which the newest is here already need not be sent again. */
  #query(id) {
    const version = versionIn(this.#newest.get(id) ?? "");
    return version ? `table=${id}:${version}` : `table=${id}`;
  }

  #take(id, html) {
    this.#newest.set(id, html);
    this.#arrive(id, html);
  }
}
