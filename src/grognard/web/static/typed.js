// What a key stands for on any keyboard: its character, and else its position.

const POSITIONS = { Space: " ", Slash: "?" };

/**
 * The key as a keyboard with US layout names it.
 *
 * A character that the layout has counts for itself, wherever its key is. Where the layout has other characters there (the
 * row of digits on French keyboards, the letters on Russian or Greek ones, anything while an input method is on), the
 * position counts.
 */
export function typed({ key, code, shiftKey }) {
  if (/^[a-z0-9?]$/i.test(key)) return key.toLowerCase();
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter) return letter.toLowerCase();
  const [, digit] = /^Digit([0-9])$/.exec(code) ?? [];
  if (digit && !shiftKey) return digit;
  return (code !== "Slash" || shiftKey) && POSITIONS[code] || key;
}
