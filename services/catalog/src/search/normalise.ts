/** Returns the code points of a text. Lone surrogates can neither be stored nor searched for. */
export const lettersOf = (text: string): string[] => Array.from(text);

/** Cuts a text to `max` UTF-16 units without splitting a character. */
export function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}

/** Letters that people type without their strokes, but that Unicode does not decompose. */
const plain: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ı: 'i',
};

/** Keeps a key well below the largest entry of a PostgreSQL index, 2704 bytes. */
const maxLength = 300;

/** F.E.A.R. and S.T.A.L.K.E.R: single letters separated by dots; the last dot is optional. */
const initials = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+\.?(?![\p{L}\p{N}])/gu;

/** A plus that is not part of a name such as N+ or N++. */
const loosePlus = /(?<![\p{L}\p{N}+])\++/gu;

/**
 * Normalises text for comparison: no accents, case or punctuation, "&" as "and", initials as one word, single spaces.
 * Applied to games and queries alike.
 * @returns letters, digits, single spaces and the plus of a name like N++; may be empty
 */
export function normalise(text: string): string {
  const normalised = text
    .replace(/[™®©℠]/g, ' ')
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`]+/gu, '')
    .replace(initials, (letters) => letters.replaceAll('.', ''))
    .toLowerCase()
    .replace(/[øłđðþæœßı]/g, (letter) => plain[letter] ?? letter)
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .replace(loosePlus, ' ')
    .replace(/ +/g, ' ')
    .trim();
  return cut(normalised, maxLength).trim();
}

export const wordsOf = (normalised: string): string[] => (normalised === '' ? [] : normalised.split(' '));
