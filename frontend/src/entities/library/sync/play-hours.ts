import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { Hours } from '@nightshelf/contracts/play-rules.ts';
import { shownHours } from '@nightshelf/contracts/play-rules.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Change, PlayChange, SessionWords } from './change.ts';
import type { PlayedOnce } from './delta.ts';

/** Returns the session before and after a change. */
export function playedBy(change: PlayChange): PlayedOnce {
  const { kind, session } = change;
  if (kind === 'log') return { before: null, now: session };
  return { before: session, now: kind === 'relog' ? { ...session, ...change.fields } : null };
}

const minutesIn = (session: PlaySession | null) => (session?.counts ? session.minutes : 0);

/** Returns the minutes that a change adds to its entry. */
function minutesOf(change: PlayChange): number {
  const { before, now } = playedBy(change);
  return minutesIn(now) - minutesIn(before);
}

/** Returns the entry with the hours that the server will return, unless they changed elsewhere. */
export function withPlay(entry: LibraryEntry, change: PlayChange): LibraryEntry {
  const before = shownHours(change.hours);
  const after = shownHours({ ...change.hours, minutes: change.hours.minutes + minutesOf(change) });
  const hours = entry.hours_played;
  const isAsKnown = hours === before;
  return { ...entry, hours_played: isAsKnown ? after : Math.max(0, (hours ?? 0) + (after ?? 0) - (before ?? 0)) };
}

const typesHours = (change: Change) =>
  change.kind === 'update' && !change.asks && change.changes.hours_played !== undefined;

/**
 * Returns the parts of an entry's hours once all pending changes are stored.
 * @param saved the server's entry; null when it has none
 * @param known the parts that the server last reported
 * @param queue of that entry, in order
 */
export function hoursAfter(saved: LibraryEntry | null, known: Hours | undefined, queue: readonly Change[]): Hours {
  let hours: Hours = { typed: saved?.hours_played ?? null, minutes: 0 };
  if (known && shownHours(known) === hours.typed) hours = known;
  for (const change of queue) {
    if (change.asks) continue;
    if (change.kind === 'add') hours = { typed: change.fields.hours_played ?? null, minutes: 0 };
    else if (change.kind === 'update' && typesHours(change))
      hours = { typed: change.changes.hours_played ?? null, minutes: 0 };
    else if ('session' in change) hours = { ...hours, minutes: hours.minutes + minutesOf(change) };
  }
  return hours;
}

/**
 * Returns whether a session counts once all pending changes are stored: typed hours replace the sessions before them.
 */
export function countsAfter(session: PlaySession, queue: readonly Change[]): boolean {
  const typed = queue.findLast(typesHours);
  if (!typed) return session.counts ?? true;
  const logged = queue.find((change) => change.kind === 'log' && change.session.id === session.id);
  return logged !== undefined && logged.order > typed.order;
}

/** Returns the fields that the user fills in. */
export const wordsOf = ({ day, minutes, note, spoiler, playthrough_id }: SessionWords): SessionWords => ({
  day,
  minutes,
  note,
  spoiler,
  playthrough_id,
});
