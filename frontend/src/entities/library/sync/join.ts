import type { Change, Update } from './change.ts';
import type { Delta } from './delta.ts';

/**
 * Returns whether only this device knows the change, so that it can still be merged. Bulk changes stay separate: their
 * tab tracks each by its key.
 */
const isOpen = (change: Change | undefined): change is Update =>
  change?.kind === 'update' && Boolean(change.waits) && !change.sent && !change.asks && !change.together;

/** Two edits of the same entry version can be one request. */
const belong = (before: Update, next: Update) =>
  before.base.id === next.base.id && before.base.version === next.base.version;

const joinedTo = (before: Update, next: Update): Update => ({
  ...before,
  changes: { ...before.changes, ...next.changes },
});

/**
 * Merges an edit into a pending edit of the same entry. Only the leading tab may do that: in any other tab the pending
 * edit could be in flight.
 * @returns the merged edit; null when the new edit is sent by itself
 */
export function joined(queue: readonly Change[], change: Change): Update | null {
  const before = queue.findLast(({ guid }) => guid === change.guid);
  if (change.kind !== 'update' || change.together || !isOpen(before) || !belong(before, change)) return null;
  return joinedTo(before, change);
}

/** Merges all pending edits, so that a device sends fewer requests after a long absence. */
export function joinAll(queue: readonly Change[]): Delta {
  const lastOf = new Map<string, Change>();
  const queued = new Map<string, Change>();
  const dropped: string[] = [];
  for (const change of queue) {
    const before = lastOf.get(change.guid);
    if (isOpen(before) && isOpen(change) && belong(before, change)) {
      const both = joinedTo(before, change);
      lastOf.set(change.guid, both);
      queued.set(both.key, both);
      dropped.push(change.key);
    } else lastOf.set(change.guid, change);
  }
  return { queued: [...queued.values()], dropped };
}
