import type { EntryFields, LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { EntryChanges } from '../api.ts';
import { type Addition, type Attempt, type Change, isOfPart, type Question, temporaryId } from './change.ts';
import type { Outcome, Refusal } from './outcome.ts';
import { temporaryEntry } from './overlay.ts';
import { removedElsewhere } from './plan.ts';
import { refusePart } from './refuse-part.ts';

const notFound = 'library.entry_not_found';

/** Handles a rejected change; a kept change waits for the user's decision instead of being dropped. */
export function refuse(
  change: Change,
  sent: Attempt,
  saved: LibraryEntry | null,
  queue: readonly Change[],
  refusal: Refusal,
): Outcome {
  const { key, guid } = change;
  if (isOfPart(change)) {
    const { delta, told } = refusePart(change, queue, refusal);
    const isGone = refusal.code === notFound && 'id' in sent && saved?.id === sent.id;
    return { delta: { ...delta, ...(isGone && { gone: [guid] }) }, told };
  }
  const failed: Outcome = { delta: { dropped: [key] }, told: { kind: 'failed', change, refusal } };
  if (change.kind === 'update') {
    if (refusal.code === notFound && sent.kind === 'update') {
      const { delta, told } = removedElsewhere(change);
      return { delta: { ...delta, ...(saved?.id === sent.id && { gone: [guid] }) }, told };
    }
    if (!change.waits) return failed;
    return { ...failed, delta: { queued: [asking(change, change.changes, refusal)] } };
  }
  if (change.kind === 'remove' && refusal.code === notFound) {
    const told = { kind: 'removed', entry: change.base } as const;
    return {
      delta: { dropped: [key], ...(sent.kind === 'remove' && saved?.id === sent.id && { gone: [guid] }) },
      told,
    };
  }
  if (change.kind === 'add' && change.waits) return refuseAddition(change, saved, queue, refusal);
  if (change.kind === 'restore' && change.waits && refusal.code === notFound) return { ...addAnew(change, queue) };
  return failed;
}

const asking = <Made extends Change>(change: Made, changes: EntryChanges, { message }: Refusal): Made => {
  const asks: Question = { why: 'refused', changes, message };
  return { ...change, sent: undefined, asks };
};

const followersOf = ({ key, guid }: Change, queue: readonly Change[]) =>
  queue.filter((next) => next.guid === guid && next.key !== key && !next.asks);

/** Drops the later changes of the entry too, since they are useless without it. */
function refuseAddition(
  change: Addition,
  saved: LibraryEntry | null,
  queue: readonly Change[],
  refusal: Refusal,
): Outcome {
  const rounds = (change.rounds ?? 0) + 1;
  if (refusal.code === 'library.already_added' && (saved || rounds < 4)) {
    // Added elsewhere in the meantime: fetch that entry, then compare.
    return { delta: { queued: [{ ...change, sent: undefined, rounds, held: true }] }, told: null, asks: 'changes' };
  }
  const followers = followersOf(change, queue);
  const dropped = followers.map(({ key }) => key);
  if (followers.at(-1)?.kind === 'remove') {
    // The user removed the game again, so the rejection does not matter.
    return {
      delta: { dropped: [...dropped, change.key] },
      told: { kind: 'removed', entry: temporaryEntry(change) },
    };
  }
  // Keep the sessions and playthroughs of the rejected game.
  const parts = followers.flatMap((next) =>
    next.kind === 'log' || next.kind === 'add-playthrough'
      ? (refusePart(next, followers, { ...refusal, errors: {} }).delta.queued ?? [])
      : [],
  );
  const edits = followers.map((next) => (next.kind === 'update' ? next.changes : {}));
  const typed: EntryFields = Object.assign({ ...change.fields }, ...edits);
  const { status, rating, hours_played, platform_id } = typed;
  const fields = { status, rating, hours_played, platform_id };
  const kept = asking({ ...change, fields }, fields, refusal);
  const stays = new Set(parts.map(({ key }) => key));
  return {
    delta: { queued: [kept, ...parts], dropped: dropped.filter((key) => !stays.has(key)) },
    told: { kind: 'failed', change: kept, refusal },
  };
}

/** Adds the game with its fields when it is too late to restore the entry. */
function addAnew(change: Change & { readonly kind: 'restore' }, queue: readonly Change[]): Outcome {
  const { base, guid, order, tab } = change;
  const { status, rating, hours_played, platform_id } = { ...base, ...change.changes };
  const key = `${change.key}-anew`;
  const fields = { status, rating, hours_played, platform_id };
  const at = Date.parse(base.date_added);
  const anew: Addition = { kind: 'add', key, order, guid, tab, waits: true, game: base.game, fields, at };
  const followers = followersOf(change, queue).map((next) =>
    next.kind === 'add' ? next : { ...next, base: { ...next.base, id: temporaryId(key), version: 0 } },
  );
  return { delta: { dropped: [change.key], queued: [anew, ...followers] }, told: null };
}
