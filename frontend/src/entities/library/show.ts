import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { Change } from './sync/change.ts';
import { type Delta, queueAfter, type Shelf } from './sync/delta.ts';
import { overlay } from './sync/overlay.ts';

interface Shown {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly error: string | null;
  readonly keptAt: number | null;
  readonly entries: Readonly<Record<string, LibraryEntry>>;
  readonly unconfirmed: Readonly<Record<string, LibraryEntry | null>>;
  readonly queue: readonly Change[];
}

/**
 * Freezes the container only: with 10,000 entries, immer would take as long to draft and freeze them as the page to
 * render.
 */
const whole = <All extends object>(all: All): Readonly<All> => Object.freeze(all);

/** Returns whether the changes look the same on screen. */
function lookSame(some: readonly Change[], others: readonly Change[]): boolean {
  const shownOf = (change: Change) => [
    change.key,
    change.asks,
    change.waits,
    change.base,
    'body' in change && change.body,
    'now' in change && change.now,
  ];
  return (
    some.length === others.length &&
    some.every((change, at) => {
      const other = shownOf(others[at] as Change);
      return shownOf(change).every((part, place) => part === other[place]);
    })
  );
}

/** Returns the state after a delta; unaffected objects keep their identity. */
export function withDelta<State extends Shown>(state: State, delta: Delta): State {
  const { entries: arrived = [], gone = [], queued = [], dropped = [], reached } = delta;
  const saved = new Map<string, LibraryEntry | null>(gone.map((guid) => [guid, null]));
  for (const entry of arrived) saved.set(entry.guid, entry);
  const over = new Set(dropped);
  const concerned = new Set([...saved.keys(), ...queued.map(({ guid }) => guid)]);
  if (over.size > 0) for (const { key, guid } of state.queue) if (over.has(key)) concerned.add(guid);
  const isConcerned = ({ guid }: Change) => concerned.has(guid);
  const all = queueAfter(state.queue, delta);
  const changesBefore = Map.groupBy(state.queue.filter(isConcerned), ({ guid }) => guid);
  const changesNow = Map.groupBy(all.filter(isConcerned), ({ guid }) => guid);
  // Copy lazily: copying 10,000 entries is slow.
  let entries: Record<string, LibraryEntry> | null = null;
  let unconfirmed: Record<string, LibraryEntry | null> | null = null;
  for (const guid of concerned) {
    const before = state.unconfirmed[guid];
    const now = saved.get(guid);
    const truth = now !== undefined ? now : before !== undefined ? before : (state.entries[guid] ?? null);
    const changes = changesNow.get(guid) ?? [];
    if (now !== undefined || !lookSame(changesBefore.get(guid) ?? [], changes)) {
      const shown = overlay(truth, changes);
      entries ??= { ...state.entries };
      if (shown) entries[guid] = shown;
      else delete entries[guid];
    }
    if (changes.length > 0 && before !== truth) {
      unconfirmed ??= { ...state.unconfirmed };
      unconfirmed[guid] = truth;
    } else if (changes.length === 0 && before !== undefined) {
      unconfirmed ??= { ...state.unconfirmed };
      delete unconfirmed[guid];
    }
  }
  return {
    ...state,
    ...(entries && { entries: whole(entries) }),
    ...(unconfirmed && { unconfirmed: whole(unconfirmed) }),
    ...(all !== state.queue && { queue: whole(all) }),
    ...(reached && { status: 'ready', error: null, keptAt: null }),
  };
}

/** Returns the state for the vault stored on the device. */
export function withShelf<State extends Shown>(state: State, { saved, queue, at }: Shelf): State {
  const bare = {
    ...state,
    entries: whole(saved),
    unconfirmed: {},
    queue: [],
    ...(at !== null && { status: 'ready' as const }),
  };
  return withDelta(bare, { queued: queue });
}
