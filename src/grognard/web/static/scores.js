// Scores: reads tunes in a small subset of ABC notation (docs/sound.md) and schedules their notes.

import { INSTRUMENTS } from "./instruments.js";

const SHARPS = {
  C: 0, G: 1, D: 2, A: 3, E: 4, F: -1, Bb: -2, Eb: -3, Ab: -4, Am: 0, Em: 1, Bm: 2, Dm: -1, Gm: -2, Cm: -3, Fm: -4,
};
const SHARPENED = "FCGDAEB"; // in the order of keys; flats come in the reverse order
const SEMITONES = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
const DYNAMICS = { ppp: 0.16, pp: 0.23, p: 0.33, mp: 0.46, mf: 0.6, f: 0.78, ff: 0.9, fff: 1 };
const ACCIDENTALS = { "^": 1, _: -1, "=": 0 };
const ACCENT = 1.25;
const FLAM = 0.026; // seconds between a grace note and its note
const FIRST = "XTCHGMLQKV"; // the fields we read
const TOKEN = /\s+|!([^!]*)!|\|:|:\||\|\||\|\]|\||\(3|[<>]|\{([^}]*)\}|\[([^\]]*)\]([\d/]*)|([_=^]?)([A-Ga-gz])([,']*)([\d/]*)/y;
const NOTE = /([_=^]?)([A-Ga-g])([,']*)/y;

/** Reads the tunes in the text of a file. Throws a SyntaxError that names the file, the line and the mistake. */
export function read(text, file) {
  const tunes = [];
  let tune = null;
  for (const [index, whole] of text.split("\n").entries()) {
    const line = whole.replace(/%.*/, "").trim();
    const wrong = (what) => { throw new SyntaxError(`${file}, line ${index + 1}: ${what}`); };
    const [, name, value] = line.match(/^([A-Za-z]):(?!\|)(.*)/) ?? [];
    if (name === "X") tunes.push(tune = begun());
    else if (line && !tune) wrong("a tune begins with X:");
    else if (name) setField(tune, name, value.trim(), wrong);
    else if (line) readMusic(tune, line, wrong);
  }
  for (const one of tunes) finish(one, file);
  return tunes;
}

/** Schedules the notes of a tune that begins at this time, or only those between two of its seconds, into this node. */
export function schedule(context, tune, at, into, from = 0, to = Infinity) {
  for (const note of tune.notes) {
    if (note.at < from || note.at >= to) continue;
    INSTRUMENTS[note.instrument](context, at + note.at, note, note.loudness).connect(into);
  }
}

const begun = () => ({ title: "", composer: "", history: "", group: "", meter: 1, unit: 1 / 8, whole: 2, sharps: null, voices: new Map(), voice: null });

/** Sets what a field says: a title, a key, the voice of the lines below. */
function setField(tune, name, value, wrong) {
  const fraction = /^(\d+)\/(\d+)$/.exec(value);
  const beat = /^(\d+)\/(\d+)=(\d+)$/.exec(value);
  if (!FIRST.includes(name)) wrong(`unknown field ${name}:`);
  else if (name === "T") tune.title = value;
  else if (name === "C") tune.composer = value;
  else if (name === "H") tune.history = value;
  else if (name === "G") tune.group = value;
  else if (name === "K") tune.sharps = SHARPS[value] ?? wrong(`unknown key "${value}"`);
  else if (name === "V") tune.voice = voice(tune, value, wrong);
  else if (name === "Q") tune.whole = beat ? (60 * beat[2]) / (beat[1] * beat[3]) : wrong("write the tempo as Q:1/4=112");
  else if (!fraction) wrong(`write ${name}: as a fraction, such as ${name}:2/4`);
  else tune[name === "M" ? "meter" : "unit"] = fraction[1] / fraction[2];
}

/** The voice of an instrument; its lines may take turns with those of other voices. */
function voice(tune, name, wrong) {
  if (!Object.hasOwn(INSTRUMENTS, name)) wrong(`there is no instrument "${name}"`);
  if (!tune.voices.has(name)) {
    tune.voices.set(name, { events: [], bar: 0, repeat: 0, altered: {}, loudness: DYNAMICS.mf, next: {} });
  }
  return tune.voices.get(name);
}

/** Reads a line of notes, rests, bars and signs. */
function readMusic(tune, line, wrong) {
  const { voice } = tune;
  if (tune.sharps === null) wrong("K: comes before the notes");
  if (!voice) wrong("V: with an instrument comes before the notes");
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < line.length;) {
    const start = TOKEN.lastIndex;
    const found = TOKEN.exec(line) ?? wrong(`unknown notation "${line.slice(start, start + 8)}"`);
    const [token, sign, grace, chord, chordLength, accidental, letter, octave, length] = found;
    if (sign !== undefined) readSign(voice, sign, wrong);
    else if (grace !== undefined) voice.next.grace = true;
    else if (chord !== undefined) add(tune, pitches(tune, chord, wrong), chordLength, wrong);
    else if (letter === "z") add(tune, [], length, wrong);
    else if (letter) add(tune, [pitch(tune, accidental, letter, octave)], length, wrong);
    else if (token === "(3") voice.next.triplet = 3;
    else if (token === ">" || token === "<") dot(voice, token === ">" ? 1.5 : 0.5, wrong);
    else if (token.trim()) bar(tune, token, wrong);
  }
}

/** Reads a word between exclamation marks: a loudness from here on, or how the next note is played. */
function readSign(voice, sign, wrong) {
  if (sign in DYNAMICS) voice.loudness = DYNAMICS[sign];
  else if (sign === ">") voice.next.accent = true;
  else if (sign === "roll") voice.next.roll = true;
  else wrong(`unknown sign !${sign}!`);
}

/** Adds a note, a chord or a rest to the voice, as long as its length, a dot before it and a triplet make it. */
function add(tune, notes, text, wrong) {
  const { voice } = tune;
  const { grace = false, accent = false, roll = false, dotted = 1, triplet = 0 } = voice.next;
  const [, many, slashes, parts] = /^(\d*)(\/*)(\d*)$/.exec(text) ?? wrong(`unknown length "${text}"`);
  const share = Number(many || 1) / Number(parts || 2 ** slashes.length);
  const length = tune.unit * share * dotted * (triplet ? 2 / 3 : 1);
  const loudness = Math.min(1, voice.loudness * (accent ? ACCENT : 1));
  voice.events.push({ notes, length, loudness, grace, roll });
  voice.bar += length;
  voice.next = triplet > 1 ? { triplet: triplet - 1 } : {};
}

/** Makes the last note longer and the next one shorter, or the other way round. */
function dot(voice, factor, wrong) {
  const last = voice.events.at(-1) ?? wrong("there is no note before the dot");
  voice.bar += last.length * (factor - 1);
  last.length *= factor;
  voice.next.dotted = 2 - factor;
}

/** Ends a bar. No bar may be longer than the meter; an upbeat is shorter. */
function bar({ voice, meter }, token, wrong) {
  if (voice.bar > meter + 1e-9) wrong("a bar is longer than M: allows");
  if (token === ":|") voice.events.push(...voice.events.slice(voice.repeat).map((event) => ({ ...event })));
  if (token === ":|" || token === "|:") voice.repeat = voice.events.length;
  Object.assign(voice, { bar: 0, altered: {} });
}

/** The pitches of a chord. */
function pitches(tune, chord, wrong) {
  const found = [];
  for (NOTE.lastIndex = 0; NOTE.lastIndex < chord.length;) {
    const [, accidental, letter, octave] = NOTE.exec(chord) ?? wrong(`unknown note in [${chord}]`);
    found.push(pitch(tune, accidental, letter, octave));
  }
  return found;
}

/** The frequency of a note in hertz. An accidental holds until the end of the bar. */
function pitch({ sharps, voice }, accidental, letter, octave) {
  const name = letter.toUpperCase();
  const place = SHARPENED.indexOf(name);
  const own = place < sharps ? 1 : 6 - place < -sharps ? -1 : 0;
  if (accidental) voice.altered[name] = ACCIDENTALS[accidental];
  const octaves = (letter === name ? 0 : 1) + octave.split("'").length - octave.split(",").length;
  const semitones = SEMITONES[name] + (voice.altered[name] ?? own) + 12 * octaves - 9; // from the A of 440 hertz
  return 440 * 2 ** (semitones / 12);
}

/** Lays out the voices of a tune in time. */
function finish(tune, file) {
  for (const name of ["title", "composer", "history"]) {
    if (!tune[name]) throw new SyntaxError(`${file}: ${tune.title || "a tune"} has no ${name} (T:, C:, H:)`);
  }
  if (!tune.voices.size) throw new SyntaxError(`${file}: ${tune.title} has no notes`);
  tune.notes = [];
  tune.seconds = 0;
  for (const [instrument, { events }] of tune.voices) {
    let at = FLAM; // room for a flam on the first note
    for (const { notes, length, loudness, grace, roll } of events) {
      const seconds = length * tune.whole;
      for (const frequency of notes) {
        const note = { instrument, at, seconds, frequency, loudness, roll };
        tune.notes.push(note);
        if (grace) tune.notes.push({ ...note, at: at - FLAM, seconds: FLAM, loudness: loudness * 0.5 });
      }
      at += seconds;
    }
    tune.seconds = Math.max(tune.seconds, at);
  }
}
