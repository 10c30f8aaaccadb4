import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { keysOf } from '../../entities/entry/entry-keys.ts';
import { releaseDate } from '../../entities/game/game-facts.ts';

/** What tonight has room for. */
export interface Wish {
  readonly minutes: number;
  /** Id of the platform to play on; null for any. */
  readonly platform: number | null;
}

/** Why a game is suggested: it can be finished tonight, it is being played, or it waits to be begun. */
export type Kind = 'finish' | 'continue' | 'begin';

export interface Suggestion {
  readonly entry: LibraryEntry;
  readonly kind: Kind;
  /** Minutes that the story takes; null where nobody knows. */
  readonly story: number | null;
  /** Minutes of the story that are left; 0 for whoever has played longer than it takes most, null where nobody knows. */
  readonly left: number | null;
}

/** Minutes that the story of a game takes, by its guid; null where nobody knows. */
export type StoryOf = (guid: string) => number | null;

/** On the platform that the entry is on; where it says none, on any that the game is for. */
function isOn({ platform_id, game }: LibraryEntry, platform: number): boolean {
  if (typeof platform_id === 'number') return platform_id === platform;
  return game.platforms.some(({ id }) => id === platform);
}

/** Whether a game may be played tonight at all: it is wanted or being played, and out. */
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

/** In each kind what comes first. */
const orders: Readonly<Record<Kind, (a: Suggestion, b: Suggestion) => number>> = {
  /** What was begun, then what is over soonest. */
  finish: (a, b) => Number(isPlayed(b)) - Number(isPlayed(a)) || byLeft(a, b) || byName(a, b),
  /** What is nearest its end; where nobody knows that, by name. */
  continue: (a, b) => byLeft(a, b) || byName(a, b),
  /** What waits longest. */
  begin: (a, b) => (a.entry.date_added === b.entry.date_added ? byName(a, b) : byWaiting(a, b)),
};

/**
 * What to play tonight, best first: in turns a game that can be finished, one to go on with, and one to begin, so that any
 * three in a row are a choice. Of the same vault it is the same every time.
 * @param today such as 2026-03-01
 */
export function suggestionsOf(
  entries: readonly LibraryEntry[],
  storyOf: StoryOf,
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
