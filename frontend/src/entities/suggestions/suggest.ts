import type { GameSuggestion } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { isEnough, likeness, wordsOf } from './words.ts';

/** Something that may be chosen while one types. `entry` is there for what is in the vault. */
export type Suggestion =
  | { readonly kind: 'own'; readonly game: GameSuggestion; readonly entry: LibraryEntry }
  | { readonly kind: 'stored'; readonly game: GameSuggestion; readonly entry?: LibraryEntry }
  | { readonly kind: 'recent'; readonly query: string };

interface Sources {
  readonly typed: string;
  readonly entries: Readonly<Record<string, LibraryEntry>>;
  /** What the server has suggested, for this or for what was typed just before. */
  readonly stored: readonly GameSuggestion[];
  /** Whether that was for this very text: then what it corrected counts too. */
  readonly isCurrent: boolean;
  readonly recent: readonly string[];
}

const most = { own: 5, stored: 6, recent: 3 };

/** The games of the vault that answer to what was typed, the best first. */
export function ownGames(
  entries: Readonly<Record<string, LibraryEntry>>,
  typed: string,
  limit = most.own,
): readonly LibraryEntry[] {
  const words = wordsOf(typed);
  const found: { readonly entry: LibraryEntry; readonly like: number }[] = [];
  for (const entry of Object.values(entries)) {
    const like = likeness(entry.game.name, words);
    if (like > 0) found.push({ entry, like });
  }
  const byName = (a: LibraryEntry, b: LibraryEntry) => (a.game.name < b.game.name ? -1 : 1);
  return found
    .sort((a, b) => b.like - a.like || byName(a.entry, b.entry))
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/** What to offer: one's own games first, then stored ones, each once, then what was searched for before. Nothing typed offers that alone. */
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
