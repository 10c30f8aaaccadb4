import type { Change, Update } from './change.ts';
import type { Delta } from './delta.ts';

/**
 * Whether nobody but this device knows of a change yet, and it may still be another. Of several that were made together the tab that
 * made them hears by their keys what has become of each.
 */
const isOpen = (change: Change | undefined): change is Update =>
  change?.kind === 'update' && Boolean(change.waits) && !change.sent && !change.asks && !change.together;

/** Two edits of the same entry as their user saw it are one request. */
const belong = (before: Update, next: Update) =>
  before.base.id === next.base.id && before.base.version === next.base.version;

const joinedTo = (before: Update, next: Update): Update => ({
  ...before,
  changes: { ...before.changes, ...next.changes },
});

/**
 * An edit that was made while another of the same entry waits goes with it. Only the tab that sends may do that: for any other the one
 * before may be on its way.
 * @returns the edit that waited, with both; null where the new one goes by itself
 */
export function joined(queue: readonly Change[], change: Change): Update | null {
  const before = queue.findLast(({ guid }) => guid === change.guid);
  if (change.kind !== 'update' || change.together || !isOpen(before) || !belong(before, change)) return null;
  return joinedTo(before, change);
}

/** The same for all that waits: a device that was away for long has fewer requests to make than its user has made edits. */
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
