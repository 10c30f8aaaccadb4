import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type EntryChanges, isKnownCall, requestOf } from '../api.ts';
import { changedFields, isEmpty, mergeChanges } from '../merge-changes.ts';
import { type Change, isOfPart, isPending, isTemporary, type Sent, type Update } from './change.ts';
import { asking, entryNotFound, type Notice, type Outcome, refusePart, removedElsewhere } from './settle.ts';

/**
 * Returns the change to send now: the first whose call and game are both not held back.
 * @param held names of rate-limited calls, and guids of games whose call makes the server fail
 * @returns also the changes that these hold back
 */
export function schedule(queue: readonly Change[], held: ReadonlySet<string>) {
  /** Games held back by guid: true because of the server, false because of a call of a later release. */
  const blocked = new Map<string, boolean>();
  const heldBack: Change[] = [];
  let next: Change | null = null;
  for (const change of queue) {
    if (!isPending(change)) continue;
    const { guid, call } = change;
    const isHeld = held.has(call) || held.has(guid);
    if (!blocked.has(guid) && (isHeld || !isKnownCall(change))) blocked.set(guid, isHeld);
    if (blocked.get(guid)) heldBack.push(change);
    else if (!blocked.has(guid)) next ??= change;
  }
  return { next, heldBack };
}

/** Returns unsent changes whose user does not know that they wait. */
export const unannounced = (queue: readonly Change[]): readonly Change[] =>
  queue.filter((change) => isPending(change) && isKnownCall(change) && !change.waits);

const done = ({ key }: Change, notice: Notice | null): Outcome => ({ delta: { dropped: [key] }, notice });

/** @param touching fields that the user has to decide about; without any the change is done */
const decided = (change: Change, touching: EntryChanges, notice: Notice): Outcome =>
  isEmpty(touching)
    ? done(change, notice)
    : { delta: { queued: [asking(change, { why: 'conflict', changes: touching })] } };

const sending = (change: Change, { id, version }: LibraryEntry): Sent => ({
  key: change.key,
  entryId: id,
  request: requestOf(change, { id, version }),
});

/**
 * Returns the next step of a change: a request, or an outcome when its goal is reached or impossible.
 * @param saved the server's entry of the game; null when it has none
 */
export function plan(change: Change, saved: LibraryEntry | null): Sent | Outcome {
  if (change.sent) return change.sent;
  const { base } = change;
  if (isOfPart(change)) return saved ? sending(change, saved) : refusePart(change, [], entryNotFound());
  switch (change.call) {
    case 'addEntry':
      if (!saved) return sending(change, base);
      return decided(change, changedFields(saved, change.body), { kind: 'added', entry: saved });
    case 'updateEntry':
      return planUpdate(change, saved);
    case 'removeEntry': {
      const isMine = saved && (isTemporary(base) || saved.id === base.id);
      return isMine ? sending(change, saved) : done(change, { kind: 'removed', entry: base });
    }
    case 'restoreEntry':
      return saved ? done(change, null) : sending(change, base);
  }
}

function planUpdate(change: Update, saved: LibraryEntry | null): Sent | Outcome {
  const { key, base, body } = change;
  if (!saved) return removedElsewhere(change);
  if (!isTemporary(base) && saved.id !== base.id) {
    // Removed and added again elsewhere: the user has not seen this new entry.
    return decided(change, changedFields(saved, body), { kind: 'updated', entry: saved });
  }
  const now = base.id === saved.id && base.version > saved.version ? base : saved;
  const { apart, touching } = mergeChanges(base, body, now);
  if (isEmpty(apart)) return decided(change, touching, { kind: 'updated', entry: now });
  return { key: `${key}-${now.version}`, entryId: now.id, request: requestOf(change, now, apart), touching };
}
