import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import type { PlaythroughChange } from '../library/sync/change.ts';
import type { PlaythroughOnce } from '../library/sync/delta.ts';
import { playthroughBy } from '../library/sync/playthroughs.ts';
import { type Unsent, unsentBy } from './unsent.ts';

/** A playthrough as shown. */
export type ShownPlaythrough = Playthrough & Unsent;

/** Returns the playthroughs after one has changed; the last added comes first, as on the server. */
export function withOne<Shown extends Playthrough>(
  playthroughs: readonly Shown[],
  { before, now }: { readonly before: Playthrough | null; readonly now: Shown | null },
): Shown[] {
  const ids = new Set([before?.id, now?.id]);
  const others = playthroughs.filter(({ id }) => !ids.has(id));
  return now ? [...others, now].toSorted((one, other) => (one.id < other.id ? 1 : -1)) : others;
}

function shownBy(change: PlaythroughChange): PlaythroughOnce & { readonly now: ShownPlaythrough | null } {
  const { before, now } = playthroughBy(change);
  return { before, now: now && { ...now, ...unsentBy(change) } };
}

/** Returns the playthroughs of a game with the pending changes applied. */
export const withUnsentPlaythroughs = (
  playthroughs: readonly Playthrough[],
  changes: readonly PlaythroughChange[],
  guid: string,
): ShownPlaythrough[] =>
  changes
    .filter((change) => change.guid === guid)
    .reduce<ShownPlaythrough[]>((shown, change) => withOne(shown, shownBy(change)), [...playthroughs]);
