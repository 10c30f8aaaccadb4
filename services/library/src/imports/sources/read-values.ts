/** The result of reading a cell: a value, null for an empty cell, or why it is unreadable. */
export type Read<Value> = { readonly value: Value | null } | { readonly problem: string };

export const nothing = { value: null } as const;

/** Returns the letters, digits and + in lower case, without accents. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]/gu, '');

const noValue =
  /^(?:[-–—−]+|\?|n\.?\s?\/?\s?a\.?|none|null|nil|nan|undefined|unknown|unrated|not rated|tb[ad]|0000-00-00( 00:00(:00)?)?|k\.\s?a\.|keine?|aucune?|ningun[oa])$/i;

/** True for an empty cell and for the marks that spreadsheets use for one, such as `-` and `N/A`. */
export const saysNothing = (text: string): boolean => {
  const given = text.trim();
  return given === '' || noValue.test(given);
};

const yes = new Set(['true', 'yes', 'y', '1', 'x', '✓', '✔', '✅', '☑', '☒', '●', '•', '*']);
const no = new Set(['false', 'no', 'n', '0', '☐', '○']);
for (const word of ['ja', 'wahr', 'oui', 'vrai', 'sí', 'si', 'verdadero']) yes.add(word);
for (const word of ['nein', 'falsch', 'non', 'faux', 'falso']) no.add(word);

/** True for text longer than any number, date or status, so that no pattern runs on very long cells. */
export const isTooLong = (text: string): boolean => text.length > 200;

export function readFlag(text: string): Read<boolean> {
  if (saysNothing(text)) return nothing;
  // Emoji may carry an invisible variation selector.
  const word = text.replaceAll('\ufe0f', '').trim().toLowerCase();
  if (yes.has(word)) return { value: true };
  return no.has(word) ? { value: false } : { problem: `"${shown(text)}" is neither yes nor no.` };
}

/** Splits a cell that was a JSON list: one line per value, empty for a missing one. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n').map((line) => line.trim()));

/** Shortens a cell for use in a sentence. */
export const shown = (text: string): string => {
  const short = text.trim().replace(/\s+/g, ' ');
  return short.length > 60 ? `${short.slice(0, 59).toWellFormed()}…` : short;
};
