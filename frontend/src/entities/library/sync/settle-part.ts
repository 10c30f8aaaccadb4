import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { type Change, isOfPart, isPlay, type PartChange, partOf } from './change.ts';
import type { Delta } from './delta.ts';

type Part = PlaySession | Playthrough;

/** Tells the lists of sessions or playthroughs what has become of one; null: it is there no more. */
export function shownNow(change: PartChange, now: Part | null): Delta {
  const before = change.kind === 'log' || change.kind === 'add-playthrough' ? null : partOf(change);
  const once = [{ before, now }] as const;
  return isPlay(change) ? { played: once as Delta['played'] } : { playthroughs: once as Delta['playthroughs'] };
}

/**
 * What follows when a change is stored: what was said of the same since was said of this one.
 * @param part as the server has it now; null where it has none
 */
export function storedPart(change: PartChange, part: Part | null, queue: readonly Change[]): Delta {
  const { key } = change;
  const queued = queue.flatMap((next): Change[] => {
    if (!part || !isOfPart(next) || next.key === key || partOf(next).id !== part.id) return [];
    return [{ ...next, [isPlay(next) ? 'session' : 'playthrough']: part }];
  });
  return { queued, dropped: [key], ...shownNow(change, part) };
}
