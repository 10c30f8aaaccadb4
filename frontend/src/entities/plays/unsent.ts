import type { PlayedDay, PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import type { Change, Part, PartOnce, SessionChange } from '../library/sync/change.ts';

/** The sync state of a session or playthrough. */
export interface Unsent {
  /** It is kept on this device until the server is reachable. */
  readonly waits?: boolean;
  /** Key of the rejected change, which needs the user's decision. */
  readonly refused?: string;
}

export type ShownSession = PlaySession & Unsent;

export type ShownPlaythrough = Playthrough & Unsent;

const dayOf = (part: Part) => ('day' in part ? part.day : '');

/** Sorts the newest day first and, within a day, the last added first, as the server does. */
const newestFirst = (one: Part, other: Part) =>
  dayOf(one) === dayOf(other) ? (one.id < other.id ? 1 : -1) : dayOf(one) < dayOf(other) ? 1 : -1;

/**
 * Returns the sessions or playthroughs after one has changed.
 * @param isOfList whether a part belongs to the list
 */
export function withPart<Shown extends Part>(
  parts: readonly Shown[],
  { before, now }: { readonly before: Part | null; readonly now: Shown | null },
  isOfList: (part: Shown) => boolean = () => true,
): Shown[] {
  const ids = new Set([before?.id, now?.id]);
  const others = parts.filter(({ id }) => !ids.has(id));
  return now && isOfList(now) ? [...others, now].toSorted(newestFirst) : others;
}

/** @returns the part after a change, with its sync state */
function shownBy<P extends Part>({ now, waits, asks, key }: Change & PartOnce<P>): (P & Unsent) | null {
  return now && { ...now, waits: Boolean(waits), ...(asks && { refused: key }) };
}

/** Returns the sessions or playthroughs with the queued changes applied. */
export const withUnsent = <P extends Part>(
  parts: readonly P[],
  changes: readonly (Change & PartOnce<P>)[],
  isOfList: (part: P) => boolean,
): (P & Unsent)[] =>
  changes.reduce<(P & Unsent)[]>(
    (shown, change) => withPart(shown, { before: change.before, now: shownBy(change) }, isOfList),
    [...parts],
  );

function withMinutes(days: readonly PlayedDay[], { day, minutes, game }: PlaySession, by: 1 | -1): PlayedDay[] {
  const before = days.find((one) => one.day === day);
  const others = days.filter((one) => one.day !== day);
  const sessions = (before?.sessions ?? 0) + by;
  const all = Math.max(1, (before?.minutes ?? 0) + by * minutes);
  // Only the server knows which game was played longest.
  return sessions > 0 ? [...others, { day, minutes: all, sessions, game: before?.game ?? game }] : others;
}

/** Returns the days of a month, such as 2026-03, after one session has changed. */
function daysWith(days: readonly PlayedDay[], { before, now }: PartOnce<PlaySession>, month: string): PlayedDay[] {
  const isOf = (session: PlaySession | null): session is PlaySession => session?.day.startsWith(month) ?? false;
  const without = isOf(before) ? withMinutes(days, before, -1) : [...days];
  return (isOf(now) ? withMinutes(without, now, 1) : without).toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** Returns the days with the queued changes applied, without rejected ones. */
export const daysWithUnsent = (
  days: readonly PlayedDay[],
  changes: readonly SessionChange[],
  month: string,
): PlayedDay[] =>
  changes.filter(({ asks }) => !asks).reduce<PlayedDay[]>((all, change) => daysWith(all, change, month), [...days]);
