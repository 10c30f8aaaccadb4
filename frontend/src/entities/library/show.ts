import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { Change } from './sync/change.ts';
import { type Delta, queueAfter, type Shelf } from './sync/delta.ts';
import { overlay } from './sync/overlay.ts';

/** The part of the vault's state that deltas change. */
export interface Shown {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly error: string | null;
  /** Time of the last response in ms since 1970, while the stored vault is shown because the server is unreachable. */
  readonly keptAt: number | null;
  /** Entries by guid as shown: the server's version with the pending changes applied. */
  readonly entries: Readonly<Record<string, LibraryEntry>>;
  /** Entries by guid as the server last confirmed them. */
  readonly saved: Readonly<Record<string, LibraryEntry>>;
  /** All unacknowledged changes, in order. */
  readonly queue: readonly Change[];
}

/**
 * Freezes the container only: with 10,000 entries, immer would take as long to draft and freeze them as the page to
 * render.
 */
const whole = <All extends object>(all: All): Readonly<All> => Object.freeze(all);

/** The fields of a change that `overlay` reads; a change that was only sent looks the same. */
const shownFields = ['asks', 'waits', 'done', 'base', 'body', 'now'];

/** Returns the state after a delta; unaffected objects keep their identity. */
export function withDelta<State extends Shown>(state: State, delta: Delta): State {
  const { entries: arrived = [], gone = [], queued = [], dropped = [], reached } = delta;
  const all = queueAfter(state.queue, delta);
  const queuedBefore = new Map(state.queue.map((change) => [change.key, change]));
  const ended = dropped.flatMap((key) => queuedBefore.get(key) ?? []);
  const looksDifferent = (change: Change) => {
    const before = queuedBefore.get(change.key) ?? {};
    return shownFields.some((field) => Reflect.get(before, field) !== Reflect.get(change, field));
  };
  const news = new Set([...gone, ...arrived.map(({ guid }) => guid)]);
  const concerned = new Set([...news, ...[...queued.filter(looksDifferent), ...ended].map(({ guid }) => guid)]);
  const changes = Map.groupBy(
    all.filter(({ guid }) => concerned.has(guid)),
    ({ guid }) => guid,
  );
  // Copy only for a change: copying 10,000 entries is slow.
  const saved: Record<string, LibraryEntry> = news.size > 0 ? { ...state.saved } : state.saved;
  for (const guid of gone) delete saved[guid];
  for (const entry of arrived) saved[entry.guid] = entry;
  let entries: Record<string, LibraryEntry> | null = null;
  for (const guid of concerned) {
    const shown = overlay(saved[guid] ?? null, changes.get(guid) ?? []);
    entries ??= { ...state.entries };
    if (shown) entries[guid] = shown;
    else delete entries[guid];
  }
  return {
    ...state,
    ...(news.size > 0 && { saved: whole(saved) }),
    ...(entries && { entries: whole(entries) }),
    ...(all !== state.queue && { queue: whole(all) }),
    ...(reached && { status: 'ready', error: null, keptAt: null }),
  };
}

/** Returns the state for the vault stored on the device. */
export function withShelf<State extends Shown>(state: State, { saved, queue, at }: Shelf): State {
  const entries = whole(saved);
  const bare = { ...state, saved: entries, entries, queue: [], ...(at !== null && { status: 'ready' as const }) };
  return withDelta(bare, { queued: queue });
}
