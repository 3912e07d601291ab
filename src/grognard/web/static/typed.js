// The meaning of a key on any keyboard: its character, or else its position.

const POSITIONS = { Space: " ", Slash: "?" };

/**
 * The name of the key on a keyboard with US layout.
 *
 * If the layout has the character, the character counts, wherever its key is. If it has other characters (digits on French
 * keyboards, letters on Russian or Greek ones, anything while an input method is on), the position counts.
 */
export function typed({ key, code, shiftKey }) {
  if (/^[a-z0-9?]$/i.test(key)) return key.toLowerCase();
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter) return letter.toLowerCase();
  const [, digit] = /^Digit([0-9])$/.exec(code) ?? [];
  if (digit && !shiftKey) return digit;
  return (code !== "Slash" || shiftKey) && POSITIONS[code] || key;
}
