import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { changedFields, isEmpty, mergeChanges } from '../merge-changes.ts';
import {
  type Attempt,
  type Change,
  isOfKnownKind,
  isPending,
  isTemporary,
  type PartChange,
  type Update,
} from './change.ts';
import type { Delta } from './delta.ts';
import type { Told } from './outcome.ts';
import { playedBy } from './play-hours.ts';
import { playthroughBy } from './playthroughs.ts';
import { refusePart } from './refuse-part.ts';

/** The next step of a change: a request, or none when its goal is reached or impossible. */
export type Plan =
  | { readonly attempt: Attempt }
  | { readonly attempt: null; readonly delta: Delta; readonly told: Told | null };

/** How a rate-limited kind of change is sent: not yet, or one at a time. */
export type Pace = 'held' | 'single';

/** The limits on sending. */
export interface Sending {
  /** Guids with a change in flight. */
  readonly busy: ReadonlySet<string>;
  readonly pace?: ReadonlyMap<Change['kind'], Pace>;
}

/** Returns the first unfinished change of each game. */
function firstOfEach(queue: readonly Change[]): ReadonlyMap<string, Change> {
  const first = new Map<string, Change>();
  for (const change of queue) if (isPending(change) && !first.has(change.guid)) first.set(change.guid, change);
  return first;
}

/**
 * Returns the changes to send now: the first of each game, since the next one builds on its result.
 * @param most the maximum in flight
 */
export function sendable(
  queue: readonly Change[],
  { busy, pace = new Map() }: Sending,
  most: number,
): readonly Change[] {
  const first = [...firstOfEach(queue).values()];
  const alone = new Set(first.filter(({ guid }) => busy.has(guid)).map(({ kind }) => kind));
  const ready: Change[] = [];
  for (const change of first) {
    if (ready.length + busy.size >= most) break;
    const how = pace.get(change.kind);
    if (busy.has(change.guid) || change.held || how === 'held' || !isOfKnownKind(change)) continue;
    if (how === 'single' && alone.has(change.kind)) continue;
    alone.add(change.kind);
    ready.push(change);
  }
  return ready;
}

/** Returns rate-limited changes, and those queued behind them, whose user has not been told to wait. */
export function heldBack(queue: readonly Change[], { busy, pace = new Map() }: Sending): readonly Change[] {
  if (![...pace.values()].includes('held')) return [];
  const first = firstOfEach(queue);
  return queue.filter((change) => {
    const before = first.get(change.guid);
    return isPending(change) && !change.waits && before && !busy.has(change.guid) && pace.get(before.kind) === 'held';
  });
}

/** Returns unsent changes whose user has not been told to wait, while the server is unreachable. */
export const untold = (queue: readonly Change[], { busy }: Sending): readonly Change[] =>
  queue.filter((change) => isPending(change) && isOfKnownKind(change) && !change.waits && !busy.has(change.guid));

const done = ({ key }: Change, told: Told | null = null): Plan => ({ attempt: null, delta: { dropped: [key] }, told });

/** @param saved the server's entry of the game; null when it has none */
export function plan(change: Change, saved: LibraryEntry | null): Plan {
  if (change.sent) return { attempt: change.sent };
  const { key } = change;
  switch (change.kind) {
    case 'add': {
      if (!saved) return { attempt: { kind: 'add', key, fields: change.fields } };
      const touching = changedFields(saved, change.fields);
      return isEmpty(touching) ? done(change, { kind: 'added', entry: saved }) : asking(change, saved, touching);
    }
    case 'update':
      return planUpdate(change, saved);
    case 'remove': {
      const mine = saved && (isTemporary(change.base) || saved.id === change.base.id);
      if (!mine) return done(change, { kind: 'removed', entry: change.base });
      return { attempt: { kind: 'remove', key, id: saved.id, version: saved.version } };
    }
    case 'log':
    case 'relog':
    case 'unlog': {
      const { session } = change;
      if (saved) return { attempt: { kind: change.kind, key, id: saved.id, session: playedBy(change).now ?? session } };
      return withoutEntry(change);
    }
    case 'add-playthrough':
    case 'change-playthrough':
    case 'remove-playthrough': {
      const playthrough = playthroughBy(change).now ?? change.playthrough;
      return saved ? { attempt: { kind: change.kind, key, id: saved.id, playthrough } } : withoutEntry(change);
    }
    case 'restore': {
      if (!saved) return { attempt: { kind: 'restore', key, id: change.base.id } };
      return { attempt: null, delta: { dropped: [key], queued: thenChanged(change, saved) }, told: null };
    }
  }
}

function withoutEntry(change: PartChange): Plan {
  const refusal = { message: '', errors: {}, code: 'library.entry_not_found', mayPass: false };
  const { delta, told } = refusePart(change, [], refusal);
  return { attempt: null, delta, told };
}

/** Returns the edits that follow the restoration of an entry. */
export const thenChanged = (change: Change, base: LibraryEntry): readonly Update[] =>
  change.kind === 'restore' && change.changes
    ? [{ kind: 'update', key: `${change.key}-then`, base, changes: change.changes, ...placeOf(change) }]
    : [];

const placeOf = ({ order, guid, tab, waits = false }: Change) => ({ order, guid, tab, waits });

function asking(change: Change, entry: LibraryEntry, changes: Update['changes']): Plan {
  const asks = { why: 'conflict', changes } as const;
  return {
    attempt: null,
    delta: { queued: [{ ...change, sent: undefined, asks }] },
    told: { kind: 'conflict', key: change.key, entry, changes },
  };
}

function planUpdate(change: Update, saved: LibraryEntry | null): Plan {
  const { key, base, changes } = change;
  if (!saved) {
    const { delta, told } = removedElsewhere(change);
    return { attempt: null, delta, told };
  }
  if (!isTemporary(base) && saved.id !== base.id) {
    // Removed and added again elsewhere: the user has not seen this new entry.
    const touching = changedFields(saved, changes);
    return isEmpty(touching) ? done(change, { kind: 'updated', entry: saved }) : asking(change, saved, touching);
  }
  const now = base.id === saved.id && base.version > saved.version ? base : saved;
  const { apart, touching } = mergeChanges(base, changes, now);
  if (!isEmpty(apart)) {
    const { id, version } = now;
    return { attempt: { kind: 'update', key: `${key}-${version}`, id, version, changes: apart, touching } };
  }
  return isEmpty(touching) ? done(change, { kind: 'updated', entry: now }) : asking(change, now, touching);
}

/** The game is no longer in the vault; a user who restores it gets the typed changes back. */
export function removedElsewhere(change: Update): { readonly delta: Delta; readonly told: Told } {
  const { key, base, changes } = change;
  const asks = { why: 'gone', changes } as const;
  return {
    delta: change.waits ? { queued: [{ ...change, sent: undefined, asks }] } : { dropped: [key] },
    told: { kind: 'gone', key, entry: base, changes },
  };
}
