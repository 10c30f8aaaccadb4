import type { PlayedDay, PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Change, PlayChange } from '../library/sync/change.ts';
import type { PlayedOnce } from '../library/sync/delta.ts';
import { playedBy } from '../library/sync/play-hours.ts';

/** How far something is on its way to the server. */
export interface Unsent {
  /** It is kept on this device until the server is reached. */
  readonly waits?: boolean;
  /** It was not taken, which needs the person's word: the key of the change. */
  readonly refused?: string;
}

/** A session as it is shown. */
export type ShownSession = PlaySession & Unsent;

/** The newest day first, and of a day the one that was logged last, as the server has them. */
const newestFirst = (one: PlaySession, other: PlaySession) =>
  one.day === other.day ? (one.id < other.id ? 1 : -1) : one.day < other.day ? 1 : -1;

/**
 * Sessions after one of them has changed.
 * @param isOfList whether a session belongs among them
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

/** Sessions as they are shown: as the server has them, with what has been done to them since. */
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
  // Which game was played longest is the server's to say.
  return sessions > 0 ? [...others, { day, minutes: all, sessions, game: before?.game ?? game }] : others;
}

/** The days of a month, such as 2026-03, after one session has changed. */
export function daysWith(days: readonly PlayedDay[], { before, now }: PlayedOnce, month: string): PlayedDay[] {
  const isOf = (session: PlaySession | null): session is PlaySession => session?.day.startsWith(month) ?? false;
  const without = isOf(before) ? withMinutes(days, before, -1) : [...days];
  return (isOf(now) ? withMinutes(without, now, 1) : without).toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** The days as they are shown; what was refused is not part of them. */
export const daysWithUnsent = (days: readonly PlayedDay[], plays: readonly PlayChange[], month: string): PlayedDay[] =>
  plays
    .filter((change: Change) => !change.asks)
    .reduce<PlayedDay[]>((all, change) => daysWith(all, playedBy(change), month), [...days]);
