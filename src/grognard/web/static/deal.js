// A deal that nobody can choose: its hashes, and the check of a journal's deal. See docs/fair-deals.md.

import { hmac, sha256 } from "./sha256.js";

const DOMAIN = "grognard/deal/1";
const DIGITS = /^[0-9a-f]{64}$/;

/** Bytes as hexadecimal digits. */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The 32 bytes that 64 hexadecimal digits stand for. */
function unhex(digits, what) {
  must(DIGITS.test(digits), `${what} is not a number of 64 hexadecimal digits.`);
  return Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
}

function must(holds, sentence) {
  if (!holds) throw new Error(sentence);
}

/** Fields as bytes, each after its length, so that no other fields give the same bytes. */
function packed(...fields) {
  const encoder = new TextEncoder();
  const parts = fields.map((field) => (field instanceof Uint8Array ? field : encoder.encode(String(field))));
  return Uint8Array.from(parts.flatMap((part) => [...encoder.encode(`${part.length}:`), ...part, 0x2c]));
}

const hash = (...fields) => hex(sha256(packed(...fields)));

/** The hash with which a seat commits itself to bytes (in digits). It includes the promise before it. */
export const committed = (table, attempt, seat, promise, own) =>
  hash(`${DOMAIN}/seat`, table, attempt, seat, promise, unhex(own, "What a seat reveals"));

/** The steps of the last attempt, and its number. */
export function lastAttempt(steps) {
  const promises = [...steps.keys()].filter((index) => steps[index].is === "promise");
  return { number: promises.length, steps: steps.slice(promises.at(-1) ?? 0) };
}

/** Checks the deal in a journal's header: its attempts, and who took part. Throws an error that says what is wrong. */
export function checked(head) {
  const deal = head.deal;
  must(deal, "The game was set up with fixed cards, so nobody took part in a deal.");
  const people = new Set(head.seats.flatMap((who, seat) => (who === "human" ? [seat] : [])));
  let [number, over, promise, secret] = [0, true, "", null];
  let [said, shown] = [new Map(), new Map()];
  const all = () => said.size === people.size;
  for (const step of deal.steps) {
    const { is, seat } = step;
    const where = `${is}${seat === undefined ? "" : ` of seat ${seat + 1}`}, attempt ${number}`;
    must((is === "promise") === over, `An attempt begins or ends in the wrong place (${where}).`);
    if (is === "promise") {
      number += 1;
      [promise, said, shown, over] = [step.hash, new Map(), new Map(), false];
      secret = unhex(deal.secrets[number - 1] ?? "", `Secret ${number} of the server`);
      must(hash(`${DOMAIN}/promise`, deal.table, number, secret) === promise,
        `The server's secret does not match its promise in attempt ${number}.`);
    } else if (is === "again") {
      over = all() && [...said].some(([one, given]) => given && !shown.has(one));
      must(over, `The table started over although nobody was late (${where}).`);
    } else if (is === "reveal") {
      must(all() && said.get(seat) && !shown.has(seat), `A step comes too early, or twice (${where}).`);
      must(committed(deal.table, number, seat, promise, step.bytes) === said.get(seat),
        `The seat revealed bytes that do not match its commitment (${where}).`);
      shown.set(seat, step.bytes);
    } else {
      must(people.has(seat) && !said.has(seat) && !shown.size, `A step comes too late, or is nobody's (${where}).`);
      said.set(seat, is === "commit" ? step.hash : null);
    }
  }
  must(!over && all() && [...said].every(([seat, given]) => !given || shown.has(seat)), "The deal was never finished.");
  must(seed(head, number, secret, shown) === BigInt(head.seed), "The seed does not match the result of the deal.");
  return { attempts: number, people: people.size, shown };
}

function seed(head, attempt, secret, shown) {
  const options = Object.entries({ ...head.options, ...head.numbers }).sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, value]) => [key, `${typeof value === "number" ? "i" : "s"}${value}`]);
  const own = head.seats.map((_who, seat) => (shown.has(seat) ? unhex(shown.get(seat), "") : new Uint8Array()));
  const text = packed(`${DOMAIN}/seed`, head.deal.table, attempt, head.game, head.rules, head.chance, packed(...options),
    ...own);
  return BigInt(`0x${hex(hmac(secret, text))}`);
}
