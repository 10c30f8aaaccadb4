import { normalise, wordsOf } from './normalise.ts';
import { deletesOf, isCorrectable } from './spelling.ts';
import { titleKeys } from './title-keys.ts';
import { cut } from './whole-characters.ts';

/** Raised when keys are formed in another way: those of all stored games are then formed anew. */
export const keysVersion = 1;

export interface SearchKeys {
  readonly name: string;
  /** Each alias by itself, for exact matches. */
  readonly aliases: readonly string[];
  /** Name and aliases, every word after a space. */
  readonly text: string;
  /** Its words, as the vocabulary has them. */
  readonly words: readonly string[];
  /** Name and aliases without blanks, the name also without a year in brackets: what titles are matched by. */
  readonly titles: readonly string[];
  /** What titles share that differ by an article, an edition, a subtitle or a numeral. */
  readonly short: string;
}

const maxAliases = 30;
const maxText = 2000;
/** Longer words are not kept in the vocabulary. */
export const longestWord = 24;

/** What a game is found by. */
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

/** The forms by which a misspelled word finds this one. */
export const deletesIn = (word: string) => (isCorrectable(word) ? deletesOf(word) : []);
