import { normalise } from './normalise.ts';

/** Keys that two titles of one game share. */
export interface TitleKeys {
  /** The title without spaces, with and without a year in brackets: each is the game's name. */
  readonly names: readonly string[];
  /** Without article, edition and subtitle, numerals as digits: titles that share it may be one game. */
  readonly short: string;
  /** The same with the subtitle. */
  readonly loose: string;
  /** The year in brackets after the title. */
  readonly year: number | null;
}

const bracketedYear = /^(.+\S)\s*[([]((?:19|20)\d\d)[)\]]\s*$/;

const editions =
  "game of the year(?:\\s+edition)?|goty(?:\\s+edition)?|director['’]?s cut|(?:\\d+(?:st|nd|rd|th)\\s+)?anniversary(?:\\s+edition)?|" +
  "remake|remaster(?:ed)?|reboot|redux|hd|[\\p{L}'’]+\\s+(?:edition|cut)|early access";
const edition = new RegExp(
  `(?:\\s*[-–—:,([]?\\s*(?<![\\p{L}\\p{N}])(?:${editions})(?![\\p{L}\\p{N}])[\\s)\\]]*)+$`,
  'iu',
);
const article = /^\s*(?:the|a|an)\s+|,\s*(?:the|a|an)(?=\s*$|\s*:|\s+[-–—]\s)/giu;
const subtitle = /(?::\s|\s[-–—~]\s|\s\().*$/u;

const numerals = 'II III IV VI VII VIII IX XI XII XIII XIV XV XVI XVII XVIII XIX XX'.split(' ');
const values = [2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];
/** A single letter counts as a numeral only at the end of a name or before its subtitle. */
const letters = new Map([
  ['X', 10],
  ['V', 5],
  ['I', 1],
]);

const withDigits = (title: string) =>
  title
    .replace(/(?<=\s)[IVX]{2,}(?![\p{L}\p{N}])/gu, (numeral) => String(values[numerals.indexOf(numeral)] ?? numeral))
    .replace(/(?<=\s)[IVX](?=$|:|\s[-–—])/gu, (letter) => String(letters.get(letter) ?? letter));

const keyOf = (title: string) => normalise(title).replaceAll(' ', '');

/** @param title of a game, or as a user has written it */
export function titleKeys(title: string): TitleKeys {
  const plain = title
    .replace(/[™®©℠]/g, '')
    .normalize('NFKC')
    .trim();
  const [, bare = plain, year] = bracketedYear.exec(plain) ?? [];
  const loose = bare.replace(edition, '').replace(article, '') || bare;
  const short = loose.replace(subtitle, '') || loose;
  return {
    names: [...new Set([keyOf(plain), keyOf(bare)])].filter(Boolean),
    short: keyOf(withDigits(short)),
    loose: keyOf(withDigits(loose)),
    year: year === undefined ? null : Number(year),
  };
}
