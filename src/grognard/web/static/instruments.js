// Instruments for Web Audio. Each is a function of a context, a time, a note and a loudness from 0 to 1, and returns the
// node that sounds. A note has a `frequency` and `seconds`, and is a `roll` or not. Noise comes from a seeded generator.

const EDGE = 0.004; // seconds of the ramps at both ends, without which a sound begins and ends with a click
const FAINT = 0.001; // -60 dB
const SEED = 1805;
const NOISE_SECONDS = 2;
const STROKE = 0.048; // seconds between two strokes of a roll

const noises = new WeakMap();

/** White noise, the same in every context of the same sample rate. */
function noise(context) {
  if (noises.has(context)) return noises.get(context);
  const buffer = context.createBuffer(1, NOISE_SECONDS * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = SEED;
  for (let index = 0; index < samples.length; index += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    samples[index] = state / 2 ** 31 - 1;
  }
  noises.set(context, buffer);
  return buffer;
}

// -- parts of instruments ---------------------------------------------------------------------------------------------

/** A gain that rises at once and dies away. */
function struck(context, at, peak, seconds) {
  const volume = context.createGain();
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(peak, at + EDGE);
  volume.gain.exponentialRampToValueAtTime(peak * FAINT, at + seconds - EDGE);
  volume.gain.linearRampToValueAtTime(0, at + seconds);
  return volume;
}

/** A gain that rises, holds and falls again. */
function held(context, at, peak, seconds, rise, fall) {
  const volume = context.createGain();
  const end = at + Math.max(seconds, rise + fall);
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(peak, at + rise);
  volume.gain.setValueAtTime(peak, end - fall);
  volume.gain.linearRampToValueAtTime(0, end);
  return volume;
}

/** An oscillator whose frequency glides from the first to the last of two. */
function tone(context, at, seconds, type, from, to = from) {
  const source = context.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  if (to !== from) source.frequency.exponentialRampToValueAtTime(to, at + seconds / 2);
  source.start(at);
  source.stop(at + seconds);
  return source;
}

/** Filtered noise whose filter glides from the first to the last of two frequencies. */
function hiss(context, at, seconds, type, from, to = from, sharpness = 0.7) {
  const [source, filter] = [context.createBufferSource(), context.createBiquadFilter()];
  Object.assign(source, { buffer: noise(context), loop: true });
  filter.type = type;
  filter.Q.value = sharpness;
  filter.frequency.setValueAtTime(from, at);
  if (to !== from) filter.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(filter);
  source.start(at, (at * 0.7) % NOISE_SECONDS); // another part of the noise for each note
  source.stop(at + seconds);
  return filter;
}

/** All these nodes together. */
function mixed(context, ...nodes) {
  const sum = context.createGain();
  for (const node of nodes) node.connect(sum);
  return sum;
}

/** The distance of a note from middle C, as a factor. It makes noises without a pitch brighter or darker. */
const color = ({ frequency }) => frequency / 261.63;

/** The strokes of a roll, each a little later; a note that is no roll is one stroke. */
function strokes(context, at, note, loudness, stroke) {
  const count = note.roll ? Math.max(2, Math.round(note.seconds / STROKE)) : 1;
  const soft = note.roll ? 0.6 : 1;
  const each = Array.from({ length: count }, (_, index) =>
    stroke(at + (index * note.seconds) / count, loudness * soft * (index % 2 ? 0.85 : 1)));
  return mixed(context, ...each);
}

// -- instruments ------------------------------------------------------------------------------------------------------

/** A field drum: its snares rattle above a skin. */
function drum(context, at, note, loudness) {
  return strokes(context, at, note, loudness, (from, loud) => mixed(context,
    hiss(context, from, 0.2, "bandpass", 2600, 2000).connect(struck(context, from, loud * 1.5, 0.2)),
    tone(context, from, 0.14, "sine", 190, 110).connect(struck(context, from, loud * 0.45, 0.14))));
}

/** A bass drum. */
function bass(context, at, note, loudness) {
  return strokes(context, at, note, loudness, (from, loud) => mixed(context,
    tone(context, from, 0.34, "sine", 95, 48).connect(struck(context, from, loud * 0.9, 0.34)),
    hiss(context, from, 0.08, "lowpass", 600).connect(struck(context, from, loud * 0.4, 0.08))));
}

/** A fife: a thin tone with some breath, which trembles when it is held. It sounds an octave higher than its score. */
function fife(context, at, { frequency, seconds }, loudness) {
  const length = Math.max(0.06, seconds * 0.92);
  const pipe = tone(context, at, length, "triangle", frequency * 2);
  const [trembling, depth] = [tone(context, at, length, "sine", 5.5), context.createGain()];
  depth.gain.setValueAtTime(0, at + 0.15);
  depth.gain.linearRampToValueAtTime(frequency * 0.012, at + 0.35);
  trembling.connect(depth).connect(pipe.frequency);
  return mixed(context,
    pipe.connect(held(context, at, loudness * 0.32, length, 0.015, 0.03)),
    hiss(context, at, length, "bandpass", frequency * 2, frequency * 2, 4)
      .connect(held(context, at, loudness * 0.1, length, EDGE, 0.03)));
}

/** A tone of brass by frequency modulation: the louder, the brighter. */
function blown(context, at, { frequency, seconds }, loudness, brightness, rise) {
  const length = Math.max(rise + 0.05, seconds * 0.94);
  const [carrier, modulator] = [0, 1].map(() => tone(context, at, length, "sine", frequency));
  const [depth, middle] = [context.createGain(), context.createBiquadFilter()];
  Object.assign(middle, { type: "highpass" }).frequency.value = frequency / 2; // this modulation moves the wave off zero
  depth.gain.setValueAtTime(frequency * 0.3, at);
  depth.gain.linearRampToValueAtTime(frequency * brightness * loudness, at + rise * 1.5);
  depth.gain.linearRampToValueAtTime(frequency * brightness * loudness * 0.6, at + length);
  modulator.connect(depth).connect(carrier.frequency);
  return carrier.connect(middle).connect(held(context, at, loudness * 0.4, length, rise, 0.04));
}

/** A bugle. Real bugles play only the notes of one harmonic series: write C G c e g. */
const bugle = (context, at, note, loudness) => blown(context, at, note, loudness, 2.6, 0.03);

/** Horns and trombones of a military band. */
const brass = (context, at, note, loudness) => blown(context, at, note, loudness * 0.7, 2.8, 0.04);

/** A field gun: a thump, a roar that grows dull, and two echoes. The note's length is how long it can be heard. */
function cannon(context, at, note, loudness) {
  const blast = (delay, share, cutoff) => {
    const [from, seconds] = [at + delay, Math.max(0.3, note.seconds - delay)];
    return hiss(context, from, seconds, "lowpass", cutoff * color(note), 70).connect(struck(context, from, loudness * share, seconds));
  };
  return mixed(context, blast(0, 1.3, 1300), blast(0.31, 0.3, 400), blast(0.62, 0.18, 260),
    tone(context, at, 0.5, "sine", 85, 34).connect(struck(context, at, loudness * 0.9, 0.5)));
}

/** A shell that bursts: a hard crack, a dull roar and earth that falls. */
function shell(context, at, note, loudness) {
  const { seconds } = note;
  const earth = [0.4, 0.47, 0.58, 0.64, 0.77].map((share) => {
    const from = at + share * seconds;
    return hiss(context, from, 0.07, "bandpass", 900 + 1500 * share).connect(struck(context, from, loudness * 0.22 * (1 - share), 0.07));
  });
  return mixed(context, ...earth,
    hiss(context, at, 0.1, "highpass", 1200).connect(struck(context, at, loudness * 0.5, 0.1)),
    hiss(context, at, seconds, "lowpass", 1900 * color(note), 60).connect(struck(context, at, loudness * 1.4, seconds)),
    tone(context, at, 0.6, "sine", 70, 30).connect(struck(context, at, loudness * 0.8, 0.6)));
}

/** A musket: powder that flashes, then a broad bang. */
function musket(context, at, note, loudness) {
  return mixed(context,
    hiss(context, at, 0.05, "highpass", 2500).connect(struck(context, at, loudness * 0.35, 0.05)),
    hiss(context, at, 0.42, "lowpass", 1700 * color(note), 240).connect(struck(context, at, loudness * 1.1, 0.42)));
}

/** A rifle: a sharp crack and a short echo. */
function rifle(context, at, note, loudness) {
  const echo = at + 0.14;
  return mixed(context,
    hiss(context, at, 0.11, "highpass", 1500 * color(note)).connect(struck(context, at, loudness * 0.8, 0.11)),
    hiss(context, at, 0.24, "lowpass", 1300 * color(note), 300).connect(struck(context, at, loudness * 1.4, 0.24)),
    hiss(context, echo, 0.25, "lowpass", 700, 200).connect(struck(context, echo, loudness * 0.25, 0.25)));
}

/** A hoof on a field. */
function hoof(context, at, note, loudness) {
  return mixed(context,
    hiss(context, at, 0.09, "bandpass", 420 * color(note), 260, 1.2).connect(struck(context, at, loudness * 1.2, 0.09)),
    tone(context, at, 0.1, "sine", 150 * color(note), 80).connect(struck(context, at, loudness * 0.7, 0.1)));
}

/** An engine with tracks: strokes of its cylinders, dull behind steel. A higher note is a faster engine. */
function engine(context, at, note, loudness) {
  const { seconds } = note;
  const [dull, throb, depth] = [context.createBiquadFilter(), context.createGain(), context.createGain()];
  Object.assign(dull, { type: "lowpass" }).frequency.value = 420;
  throb.gain.value = 0.65;
  depth.gain.value = 0.35;
  tone(context, at, seconds, "sine", 11 * color(note)).connect(depth).connect(throb.gain);
  tone(context, at, seconds, "sawtooth", 46 * color(note)).connect(dull);
  tone(context, at, seconds, "sawtooth", 69.6 * color(note)).connect(dull);
  hiss(context, at, seconds, "lowpass", 300).connect(dull);
  return dull.connect(throb).connect(held(context, at, loudness * 0.36, seconds, seconds * 0.25, seconds * 0.35));
}

/** A die that knocks on wood. */
function die(context, at, note, loudness) {
  return mixed(context,
    hiss(context, at, 0.035, "bandpass", 2300 * color(note), 1800, 2).connect(struck(context, at, loudness * 1.4, 0.035)),
    tone(context, at, 0.05, "sine", 640 * color(note)).connect(struck(context, at, loudness * 0.55, 0.05)));
}

/** All instruments by the names that scores use. */
export const INSTRUMENTS = { drum, bass, fife, bugle, brass, cannon, shell, musket, rifle, hoof, engine, die };

/** Nodes that keep the sum of all sounds below -1 dBFS. Quiet sounds pass unchanged. */
export function ceiling(context) {
  const [most, knee, samples] = [0.88, 0.6, 2049]; // an odd number, so that silence stays silence
  const bend = (level) => (level <= knee ? level : knee + (most - knee) * Math.tanh((level - knee) / (most - knee)));
  const shaper = context.createWaveShaper();
  shaper.curve = Float32Array.from({ length: samples }, (_, index) => {
    const level = ((index / (samples - 1)) * 2 - 1) * 4;
    return Math.sign(level) * bend(Math.abs(level));
  });
  const before = context.createGain();
  before.gain.value = 1 / 4; // the curve reaches to four times full scale
  before.connect(shaper);
  return { before, after: shaper };
}
