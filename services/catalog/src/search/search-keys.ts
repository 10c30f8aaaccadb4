import { normalise, wordsOf } from './normalise.ts';
import { deletesOf, isCorrectable } from './spelling.ts';
import { cut } from './whole-characters.ts';

export interface SearchKeys {
  readonly name: string;
  /** Each alias by itself, for exact matches. */
  readonly aliases: readonly string[];
  /** Name and aliases, every word after a space. */
  readonly text: string;
  /** Its words, each with the forms by which a misspelt one finds it. */
  readonly words: readonly { readonly word: string; readonly deletes: readonly string[] }[];
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
  const withDeletes = words.map((word) => ({ word, deletes: isCorrectable(word) ? deletesOf(word) : [] }));
  return { name, aliases, text, words: withDeletes };
}
