import type { PlayedDay, PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Change, PlayChange } from '../library/sync/change.ts';
import type { PlayedOnce } from '../library/sync/delta.ts';
import { playedBy } from '../library/sync/play-hours.ts';

/** The sync state of a session or playthrough. */
export interface Unsent {
  /** It is kept on this device until the server is reachable. */
  readonly waits?: boolean;
  /** Key of the rejected change, which needs the user's decision. */
  readonly refused?: string;
}

/** A session as shown. */
export type ShownSession = PlaySession & Unsent;

/** Sorts the newest day first and, within a day, the last logged first, as the server does. */
const newestFirst = (one: PlaySession, other: PlaySession) =>
  one.day === other.day ? (one.id < other.id ? 1 : -1) : one.day < other.day ? 1 : -1;

/**
 * Returns the sessions after one has changed.
 * @param isOfList whether a session belongs to the list
 */
export function withPlayed<Shown extends PlaySession>(
  sessions: readonly Shown[],
  { before, now }: { readonly before: PlaySession | null; readonly now: Shown | null },
  isOfList: (session: PlaySession) => boolean,
): Shown[] {
  const ids = new Set([before?.id, now?.id]);
  const others = sessions.filter(({ id }) => !ids.has(id));
  return now && isOfList(now) ? [...others, now].toSorted(newestFirst) : others;
}

export const unsentBy = ({ waits, asks, key }: Change): Unsent => ({
  waits: Boolean(waits),
  ...(asks && { refused: key }),
});

function shownBy(change: PlayChange): { readonly before: PlaySession | null; readonly now: ShownSession | null } {
  const { before, now } = playedBy(change);
  return { before, now: now && { ...now, ...unsentBy(change) } };
}

/** Returns the sessions with the pending changes applied. */
export const withUnsent = (
  sessions: readonly PlaySession[],
  plays: readonly PlayChange[],
  isOfList: (session: PlaySession) => boolean,
): ShownSession[] =>
  plays.reduce<ShownSession[]>((shown, change) => withPlayed(shown, shownBy(change), isOfList), [...sessions]);

function withMinutes(days: readonly PlayedDay[], { day, minutes, game }: PlaySession, by: 1 | -1): PlayedDay[] {
  const before = days.find((one) => one.day === day);
  const others = days.filter((one) => one.day !== day);
  const sessions = (before?.sessions ?? 0) + by;
  const all = Math.max(1, (before?.minutes ?? 0) + by * minutes);
  // Only the server knows which game was played longest.
  return sessions > 0 ? [...others, { day, minutes: all, sessions, game: before?.game ?? game }] : others;
}

/** Returns the days of a month, such as 2026-03, after one session has changed. */
export function daysWith(days: readonly PlayedDay[], { before, now }: PlayedOnce, month: string): PlayedDay[] {
  const isOf = (session: PlaySession | null): session is PlaySession => session?.day.startsWith(month) ?? false;
  const without = isOf(before) ? withMinutes(days, before, -1) : [...days];
  return (isOf(now) ? withMinutes(without, now, 1) : without).toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** Returns the days with the pending changes applied, without rejected ones. */
export const daysWithUnsent = (days: readonly PlayedDay[], plays: readonly PlayChange[], month: string): PlayedDay[] =>
  plays
    .filter((change: Change) => !change.asks)
    .reduce<PlayedDay[]>((all, change) => daysWith(all, playedBy(change), month), [...days]);
