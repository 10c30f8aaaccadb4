import { cut } from './whole-characters.ts';

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

/**
 * Text as it is compared: no accents, no case, no punctuation, single spaces. Games and queries go through the same.
 * @returns letters, digits and single spaces only; may be empty
 */
export function normalise(text: string): string {
  const normalised = text
    .replace(/[™®©℠]/g, ' ')
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`]+/gu, '')
    .toLowerCase()
    .replace(/[øłđðþæœßı]/g, (letter) => plain[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return cut(normalised, maxLength).trim();
}

export const wordsOf = (normalised: string): string[] => (normalised === '' ? [] : normalised.split(' '));
