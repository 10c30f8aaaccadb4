import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { type Change, isOfPart, isPlay, type PartChange, partOf } from './change.ts';
import type { Delta } from './delta.ts';

type Part = PlaySession | Playthrough;

/** Notifies the lists of sessions or playthroughs of a change; null: it was removed. */
export function shownNow(change: PartChange, now: Part | null): Delta {
  const before = change.kind === 'log' || change.kind === 'add-playthrough' ? null : partOf(change);
  const once = [{ before, now }] as const;
  return isPlay(change) ? { played: once as Delta['played'] } : { playthroughs: once as Delta['playthroughs'] };
}

/**
 * Settles a stored change and moves later edits of the same part to the stored version.
 * @param part the server's current part; null when it has none
 */
export function storedPart(change: PartChange, part: Part | null, queue: readonly Change[]): Delta {
  const { key } = change;
  const queued = queue.flatMap((next): Change[] => {
    if (!part || !isOfPart(next) || next.key === key || partOf(next).id !== part.id) return [];
    return [{ ...next, [isPlay(next) ? 'session' : 'playthrough']: part }];
  });
  return { queued, dropped: [key], ...shownNow(change, part) };
}
