import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type EntryChanges, requestOf } from '../api.ts';
import { changedFields, isEmpty, mergeChanges } from '../merge-changes.ts';
import { type Change, isKnownCall, isOfPart, isPending, isTemporary, type Sent, type Update } from './change.ts';
import { asking, type Notice, type Outcome, refusePart, removedElsewhere } from './settle.ts';

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

/** The next step of a change: a request, or an outcome when its goal is reached or impossible. */
type Plan = { readonly sent: Sent } | { readonly sent: null; readonly outcome: Outcome };

const done = ({ key }: Change, notice: Notice | null): Plan => ({
  sent: null,
  outcome: { delta: { dropped: [key] }, notice },
});

/** @param touching fields that the user has to decide about; without any the change is done */
const decided = (change: Change, touching: EntryChanges, notice: Notice): Plan =>
  isEmpty(touching)
    ? done(change, notice)
    : { sent: null, outcome: { delta: { queued: [asking(change, { why: 'conflict', changes: touching })] } } };

const sending = (change: Change, { id, version }: LibraryEntry): Plan => ({
  sent: { key: change.key, entryId: id, request: requestOf(change, { id, version }) },
});

/** @param saved the server's entry of the game; null when it has none */
export function plan(change: Change, saved: LibraryEntry | null): Plan {
  if (change.sent) return { sent: change.sent };
  const { base } = change;
  if (isOfPart(change)) {
    if (saved) return sending(change, saved);
    const refusal = { message: '', errors: {}, code: 'library.entry_not_found', mayPass: false };
    return { sent: null, outcome: refusePart(change, [], refusal) };
  }
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

function planUpdate(change: Update, saved: LibraryEntry | null): Plan {
  const { key, base, body } = change;
  if (!saved) return { sent: null, outcome: removedElsewhere(change) };
  if (!isTemporary(base) && saved.id !== base.id) {
    // Removed and added again elsewhere: the user has not seen this new entry.
    return decided(change, changedFields(saved, body), { kind: 'updated', entry: saved });
  }
  const now = base.id === saved.id && base.version > saved.version ? base : saved;
  const { apart, touching } = mergeChanges(base, body, now);
  if (!isEmpty(apart)) {
    const { id, version } = now;
    return { sent: { key: `${key}-${version}`, entryId: id, request: requestOf(change, now, apart), touching } };
  }
  return decided(change, touching, { kind: 'updated', entry: now });
}
