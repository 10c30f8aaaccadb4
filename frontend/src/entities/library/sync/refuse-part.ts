import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { type Change, isOfPart, isPlay, type PartChange, partOf, type Question } from './change.ts';
import type { Outcome, Refusal } from './outcome.ts';
import { saySame } from './playthroughs.ts';
import { shownNow, storedPart } from './settle-part.ts';

const goneCodes = ['library.entry_not_found', 'library.play_session_not_found', 'library.playthrough_not_found'];

const isGone = ({ code }: Refusal) => goneCodes.includes(code);

const whyOf = (refusal: Refusal): Question['why'] => {
  if (refusal.session || refusal.playthrough) return 'conflict';
  return isGone(refusal) ? 'gone' : 'refused';
};

/** Returns the change, waiting for the user's decision. */
function asking<Made extends PartChange>(change: Made, refusal: Refusal): Made {
  const { message, errors, session, playthrough } = refusal;
  const [first = message] = Object.values(errors);
  const asks: Question = {
    why: whyOf(refusal),
    changes: {},
    message: first,
    ...(session && { session }),
    ...(playthrough && { playthrough }),
  };
  return { ...change, sent: undefined, asks };
}

/** Returns the server's session or playthrough behind a rejected change: unchanged, or as changed elsewhere. */
export function savedBehind(change: PartChange): PlaySession | Playthrough | null {
  const isEdit = change.kind === 'relog' || change.kind === 'change-playthrough';
  if (!isEdit || change.asks?.why === 'gone') return null;
  return change.asks?.session ?? change.asks?.playthrough ?? partOf(change);
}

/** Adds the later edits of the same part. */
function withLater(change: PartChange, followers: readonly PartChange[]): PartChange {
  const words = Object.assign({}, ...followers.map((next) => ('fields' in next ? next.fields : {})));
  if ('fields' in change) return { ...change, fields: { ...change.fields, ...words } } as PartChange;
  return isPlay(change)
    ? { ...change, session: { ...change.session, ...words } }
    : { ...change, playthrough: { ...change.playthrough, ...words } };
}

/**
 * Handles a rejected change of a session or playthrough: it waits for the user's decision together with all later
 * edits, so that no text is lost.
 */
export function refusePart(change: PartChange, queue: readonly Change[], refusal: Refusal): Outcome {
  const { key } = change;
  const { id } = partOf(change);
  const { playthrough } = refusal;
  // It was stored before, and resent after the server had forgotten its key.
  if (change.kind === 'change-playthrough' && playthrough && saySame(playthrough, change.fields)) {
    return { delta: storedPart(change, playthrough, queue), told: null };
  }
  const followers = queue.filter(
    (next): next is PartChange => isOfPart(next) && next.key !== key && partOf(next).id === id && !next.asks,
  );
  const dropped = followers.map((next) => next.key);
  const isRemoval = ({ kind }: PartChange) => kind === 'unlog' || kind === 'remove-playthrough';
  if (isRemoval(change)) {
    const told = isGone(refusal) ? null : ({ kind: 'failed', change, refusal } as const);
    return { delta: { dropped: [key], ...(isGone(refusal) && shownNow(change, null)) }, told };
  }
  // The user removed it anyway; a part that never reached the server needs no removal.
  const last = followers.at(-1);
  if (last && isRemoval(last)) {
    const isNew = change.kind === 'log' || change.kind === 'add-playthrough';
    return { delta: { dropped: isNew ? [...dropped, key] : [key] }, told: null };
  }
  const kept = asking(withLater(change, followers), refusal);
  return { delta: { queued: [kept], dropped }, told: { kind: 'failed', change: kept, refusal } };
}
