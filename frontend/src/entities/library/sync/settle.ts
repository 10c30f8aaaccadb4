import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { asFound } from '../as-found.ts';
import { isEmpty } from '../merge-changes.ts';
import { type Attempt, type Change, isOfPart, temporaryId } from './change.ts';
import type { Delta } from './delta.ts';
import type { Outcome, Response } from './outcome.ts';
import { temporaryEntry, withChanges } from './overlay.ts';
import { thenChanged } from './plan.ts';
import { refuse } from './refuse.ts';
import { storedPart } from './settle-part.ts';

/** How often a change is rebased onto another device's changes before it is given up. */
const mostRounds = 5;

/** Returns the later of the known entry and a possibly delayed response. */
function later(change: Change, saved: LibraryEntry | null, answered: LibraryEntry): LibraryEntry | null {
  const isBuried = change.buried?.some(({ id, version }) => id === answered.id && version > answered.version);
  if (isBuried) return saved;
  return saved?.id === answered.id && saved.version > answered.version ? saved : answered;
}

const nowAt = (guid: string, entry: LibraryEntry | null): Delta => (entry ? { entries: [entry] } : { gone: [guid] });

const gameOf = (change: Change) => (change.kind === 'add' ? change.game : change.base.game);

/** Returns changes made before the entry's id was known, with that id. */
function knowingTheId(change: Change, id: string, queue: readonly Change[]): readonly Change[] {
  return queue.flatMap((next) =>
    next.kind !== 'add' && next.base.id === temporaryId(change.key) ? [{ ...next, base: { ...next.base, id } }] : [],
  );
}

/**
 * Handles the response to a change.
 * @param saved the server's entry as known when the response arrived
 * @param queue all unacknowledged changes
 */
export function settle(
  change: Change,
  saved: LibraryEntry | null,
  queue: readonly Change[],
  response: Response,
): Outcome {
  const { sent, guid, key } = change;
  if (!sent) return { delta: {}, told: null };
  const asks = change.unsure ? { asks: 'whole' as const } : {};
  if (response.kind === 'refused') return { ...asks, ...refuse(change, sent, saved, queue, response) };
  if (response.kind === 'changed') {
    const now = later(change, saved, response.entry);
    const rounds = (change.rounds ?? 0) + 1;
    const next = { ...change, sent: undefined, rounds };
    if (rounds < mostRounds) return { ...asks, delta: { ...nowAt(guid, now), queued: [next] }, told: null };
    const refusal = { message: '', errors: {}, code: 'library.entry_changed', mayPass: true };
    const over = refuse(next, sent, now, queue, refusal);
    return { ...asks, ...over, delta: { ...nowAt(guid, now), ...over.delta } };
  }
  if (sent.kind === 'remove') return { ...asks, ...settleRemoval(change, sent, saved) };
  if (isOfPart(change)) {
    const { entry: answered, session, playthrough } = response;
    const delta = storedPart(change, session ?? playthrough ?? null, queue);
    const now = answered && nowAt(guid, later(change, saved, asFound(answered, change.base.game)));
    return { ...asks, delta: { ...now, ...delta }, told: null };
  }
  if (!response.entry) return { delta: { dropped: [key] }, told: null };
  const entry = later(change, saved, asFound(response.entry, gameOf(change)));
  const delta = nowAt(guid, entry);
  if (sent.kind === 'update' && !isEmpty(sent.touching) && entry) {
    const changes = sent.touching;
    const queued = [{ ...change, sent: undefined, asks: { why: 'conflict', changes } as const }];
    return { ...asks, delta: { ...delta, queued }, told: { kind: 'conflict', key, entry, changes } };
  }
  const queued = [...knowingTheId(change, response.entry.id, queue), ...(entry ? thenChanged(change, entry) : [])];
  const kind = ({ add: 'added', update: 'updated', restore: 'restored' } as const)[change.kind as 'add'];
  const told = entry && { kind, entry };
  return { ...asks, delta: { ...delta, queued, dropped: [key] }, told };
}

function settleRemoval(
  change: Change,
  sent: Attempt & { readonly kind: 'remove' },
  saved: LibraryEntry | null,
): Outcome {
  const told = change.kind === 'remove' ? { kind: 'removed' as const, entry: change.base } : null;
  const dropped = [change.key];
  if (saved?.id !== sent.id) return { delta: { dropped }, told };
  // A later version is known: it was changed before the removal, or restored after it. Ask the server which.
  if (saved.version > sent.version) return { delta: { dropped }, told, asks: 'changes' };
  return { delta: { dropped, gone: [change.guid] }, told };
}

/** The server was unreachable: the change is kept for later and treated as done. */
export function postpone(change: Change): Outcome {
  const delta = { queued: [{ ...change, waits: true }] };
  if (change.waits) return { delta: {}, told: null };
  if (change.kind === 'add') return { delta, told: { kind: 'added', entry: temporaryEntry(change) } };
  if (change.kind === 'remove') return { delta, told: { kind: 'removed', entry: change.base } };
  if (change.kind === 'update' || isOfPart(change)) return { delta, told: null };
  return { delta, told: { kind: 'restored', entry: withChanges(change.base, change.changes ?? {}) } };
}
