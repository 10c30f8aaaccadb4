import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { keysOf } from '../../entities/entry/entry-keys.ts';
import { releaseDate } from '../../entities/game/game-facts.ts';

/** Available time and platform. */
export interface Wish {
  readonly minutes: number;
  /** Platform id; null for any. */
  readonly platform: number | null;
}

/** Why a game is suggested: it can be finished tonight, is being played, or is waiting to be begun. */
export type Kind = 'finish' | 'continue' | 'begin';

export interface Suggestion {
  readonly entry: LibraryEntry;
  readonly kind: Kind;
  /** Length of the story in minutes; null when unknown. */
  readonly story: number | null;
  /** Minutes of the story left; 0 when played longer than the story takes, null when unknown. */
  readonly left: number | null;
}

/** Compares the entry's platform, or any platform of the game when the entry has none. */
function isOn({ platform_id, game }: LibraryEntry, platform: number): boolean {
  if (typeof platform_id === 'number') return platform_id === platform;
  return game.platforms.some(({ id }) => id === platform);
}

/** Returns whether a game can be played tonight: wanted or being played, and released. */
export const isCandidate = ({ status, game }: LibraryEntry, today: string): boolean =>
  (status === 'playing' || status === 'want_to_play') && releaseDate(game) <= today;

function suggestionOf(entry: LibraryEntry, story: number | null, minutes: number): Suggestion {
  const left = story === null ? null : Math.max(0, story - (entry.hours_played ?? 0) * 60);
  if (left !== null && left > 0 && left <= minutes) return { entry, kind: 'finish', story, left };
  return { entry, kind: entry.status === 'playing' ? 'continue' : 'begin', story, left };
}

const isPlayed = ({ entry }: Suggestion) => entry.status === 'playing';
const byLeft = (a: Suggestion, b: Suggestion) => (a.left ?? Infinity) - (b.left ?? Infinity) || 0;
const byWaiting = (a: Suggestion, b: Suggestion) => (a.entry.date_added < b.entry.date_added ? -1 : 1);
const byName = (a: Suggestion, b: Suggestion) =>
  keysOf(a.entry).name.localeCompare(keysOf(b.entry).name) || (a.entry.guid < b.entry.guid ? -1 : 1);

const orders: Readonly<Record<Kind, (a: Suggestion, b: Suggestion) => number>> = {
  /** Games already begun, then those with the least time left. */
  finish: (a, b) => Number(isPlayed(b)) - Number(isPlayed(a)) || byLeft(a, b) || byName(a, b),
  /** Least time left first; games of unknown length by name. */
  continue: (a, b) => byLeft(a, b) || byName(a, b),
  /** Longest wait first. */
  begin: (a, b) => (a.entry.date_added === b.entry.date_added ? byName(a, b) : byWaiting(a, b)),
};

/**
 * Returns suggestions, best first, in turns of finish, continue and begin, so that any three in a row offer a choice.
 * Deterministic for the same vault.
 * @param storyOf returns the length of a game's story in minutes; null when unknown
 * @param today such as 2026-03-01
 */
export function suggestionsOf(
  entries: readonly LibraryEntry[],
  storyOf: (guid: string) => number | null,
  { minutes, platform }: Wish,
  today: string,
): readonly Suggestion[] {
  const all = entries
    .filter((entry) => isCandidate(entry, today) && (platform === null || isOn(entry, platform)))
    .map((entry) => suggestionOf(entry, storyOf(entry.guid), minutes));
  const queues = (['finish', 'continue', 'begin'] as const).map((kind) =>
    all.filter((suggestion) => suggestion.kind === kind).sort(orders[kind]),
  );
  const longest = Math.max(...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => queues.flatMap((queue) => queue[place] ?? [])).flat();
}
