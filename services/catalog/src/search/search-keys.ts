import { cut, normalise, wordsOf } from './normalise.ts';
import { deletesOf, isCorrectable } from './spelling.ts';
import { titleKeys } from './title-keys.ts';

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
