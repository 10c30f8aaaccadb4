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
 * Normalizes text for comparison: no accents, case or punctuation, "&" as "and", initials as one word, single spaces.
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

/** Keys that two titles of one game share. */
export interface TitleKeys {
  /** The title without spaces, with and without a year in brackets: each is the game's name. */
  readonly names: readonly string[];
  /** The title without article, edition and subtitle, numerals as digits: titles that share it may be one game. */
  readonly short: string;
  /** Like `short`, with the subtitle. */
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

const numerals = 'I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX'.split(' ');

/** Returns text that is no numeral, such as `VX`, unchanged. */
const inDigits = (text: string) => (numerals.includes(text) ? String(numerals.indexOf(text) + 1) : text);

/** A single letter counts as a numeral only at the end of a name or before its subtitle. */
const withDigits = (title: string) =>
  title.replace(/(?<=\s)[IVX]{2,}(?![\p{L}\p{N}])/gu, inDigits).replace(/(?<=\s)[IVX](?=$|:|\s[-–—])/gu, inDigits);

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

/** Increase it when keys are built differently, so that all stored games get new ones. */
export const keysVersion = 1;

export interface SearchKeys {
  readonly name: string;
  /** Each alias separately, for exact matches. */
  readonly aliases: readonly string[];
  /** Name and aliases, with a space before every word. */
  readonly text: string;
  /** Its words for the vocabulary. */
  readonly words: readonly string[];
  /** Name and aliases without spaces, and the name without a year in brackets, for matching titles. */
  readonly titles: readonly string[];
  /** The key shared by titles that differ in an article, an edition, a subtitle or a numeral. */
  readonly short: string;
}

const maxAliases = 30;
const maxText = 2000;
/** Longer words are not in the vocabulary. */
export const longestWord = 24;

/** Returns a game's search columns. */
export function searchKeys(game: { readonly name: string; readonly aliases: string | null }): SearchKeys {
  const name = normalise(game.name);
  const aliases = [...new Set((game.aliases ?? '').split('\n').map(normalise))]
    .filter((alias) => alias !== '' && alias !== name)
    .slice(0, maxAliases);
  const text = cut([name, ...aliases].map((part) => ` ${part}`).join(''), maxText);
  const words = [...new Set(wordsOf(text.trim()))].filter((word) => word.length <= longestWord);
  const { names, short } = titleKeys(game.name);
  const titles = [...new Set([...names, ...aliases.map((alias) => alias.replaceAll(' ', ''))])];
  return { name, aliases, text, words, titles, short };
}

/** Returns the forms by which a typo finds this word. */
export const deletesIn = (word: string) => (isCorrectable(word) ? deletesOf(word) : []);

const shortest = 4;
const longest = 24;

/** Shorter words have too many neighbors; longer ones are found by their parts. */
export const isCorrectable = (word: string) => {
  const { length } = lettersOf(word);
  return length >= shortest && length <= longest && /\D/.test(word);
};

/**
 * Returns a word and its forms without any one letter. Words one edit or swap apart share a form; trigrams barely
 * connect "zleda" and "zelda".
 */
export function deletesOf(word: string): string[] {
  const letters = lettersOf(word);
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])];
}

/** Returns the edit distance in which a swap of neighbors is one edit (optimal string alignment). */
export function distance(left: string, right: string): number {
  const [a, b] = [lettersOf(left), lettersOf(right)];
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i ? i : j)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(i - 2, j - 2) + 1);
      (rows[i] ?? [])[j] = least;
    }
  }
  return at(a.length, b.length);
}

const mostCandidates = 3;

/**
 * Returns likely corrections, best first: fewest edits, then the same first letter, which people rarely get wrong, then
 * the same length.
 */
export function likeliest(asked: string, neighbours: readonly string[]): string[] {
  const allowed = asked.length < 8 ? 1 : 2;
  const rank = (word: string) => [
    distance(asked, word),
    word[0] === asked[0] ? 0 : 1,
    Math.abs(word.length - asked.length),
  ];
  return neighbours
    .map((word) => ({ word, rank: rank(word) }))
    .filter(({ rank: [edits = 0] }) => edits <= allowed)
    .sort((a, b) => compare(a.rank, b.rank) || (a.word < b.word ? -1 : 1))
    .slice(0, mostCandidates)
    .map(({ word }) => word);
}

const compare = (a: number[], b: number[]) => a.map((value, i) => value - (b[i] ?? 0)).find((gap) => gap !== 0) ?? 0;
