import type { GameSuggestion } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { isEnough, likeness, wordsOf } from './words.ts';

/** A suggestion. `entry` is set for games in the vault. */
export type Suggestion =
  | { readonly kind: 'own'; readonly game: GameSuggestion; readonly entry: LibraryEntry }
  | { readonly kind: 'stored'; readonly game: GameSuggestion; readonly entry?: LibraryEntry }
  | { readonly kind: 'recent'; readonly query: string };

interface Sources {
  readonly typed: string;
  readonly entries: Readonly<Record<string, LibraryEntry>>;
  /** The server's suggestions for this or the previously typed text. */
  readonly stored: readonly GameSuggestion[];
  /** Whether they are for this text; then corrected spellings count too. */
  readonly isCurrent: boolean;
  readonly recent: readonly string[];
}

const most = { own: 5, stored: 6, recent: 3 };

/** Returns the vault's games that match the text, best first. */
export function ownGames(entries: Readonly<Record<string, LibraryEntry>>, typed: string): readonly LibraryEntry[] {
  const words = wordsOf(typed);
  const found: { readonly entry: LibraryEntry; readonly like: number }[] = [];
  for (const entry of Object.values(entries)) {
    const like = likeness(entry.game.name, words);
    if (like > 0) found.push({ entry, like });
  }
  const byName = (a: LibraryEntry, b: LibraryEntry) => (a.game.name < b.game.name ? -1 : 1);
  return found
    .sort((a, b) => b.like - a.like || byName(a.entry, b.entry))
    .slice(0, most.own)
    .map(({ entry }) => entry);
}

/**
 * Returns own games, then stored ones without duplicates, then recent searches; an empty text returns recent searches
 * only.
 */
export function suggestionsFor({ typed, entries, stored, isCurrent, recent }: Sources): readonly Suggestion[] {
  const text = typed.trim().toLowerCase();
  const past = recent.filter((query) => query.toLowerCase() !== text && query.toLowerCase().includes(text));
  if (text === '') return past.map((query) => ({ kind: 'recent', query }));
  if (!isEnough(typed)) return [];
  const own = ownGames(entries, typed);
  const shown = new Set(own.map(({ guid }) => guid));
  const words = wordsOf(typed);
  const others = stored.filter(({ guid, name }) => !shown.has(guid) && (isCurrent || likeness(name, words) > 0));
  return [
    ...own.map((entry) => ({ kind: 'own', game: entry.game, entry }) as const),
    ...others.slice(0, most.stored).map((game) => {
      const entry = entries[game.guid];
      return { kind: 'stored', game, ...(entry && { entry }) } as const;
    }),
    ...past.slice(0, most.recent).map((query) => ({ kind: 'recent', query }) as const),
  ];
}
