import type { LibraryEntry } from '@nightshelf/contracts';
import type { Change } from './sync/change.ts';
import { type Delta, queueAfter, type Shelf } from './sync/delta.ts';
import { overlay } from './sync/overlay.ts';

/** A game with changes that the server has not acknowledged yet. */
export interface Unconfirmed {
  /** What the server last said of it; null where it has none. */
  readonly saved: LibraryEntry | null;
  /** In order. */
  readonly changes: readonly Change[];
}

interface Shown {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly error: string | null;
  readonly keptAt: number | null;
  readonly entries: Readonly<Record<string, LibraryEntry>>;
  readonly unconfirmed: Readonly<Record<string, Unconfirmed>>;
  readonly conflicts: Readonly<Record<string, { readonly keys?: readonly string[] }>>;
}

/** Questions that were settled in another tab are not asked here. */
function withoutSettled<Conflict extends { readonly keys?: readonly string[] }>(
  conflicts: Readonly<Record<string, Conflict>>,
  dropped: ReadonlySet<string>,
): Readonly<Record<string, Conflict>> {
  const left = Object.entries(conflicts).filter(([, { keys = [] }]) => !keys.some((key) => dropped.has(key)));
  return left.length === Object.keys(conflicts).length ? conflicts : Object.fromEntries(left);
}

/**
 * Entries for the store. Frozen as a whole, they are not gone through for drafts, nor frozen one by one: with 10,000 of them that
 * takes immer as long as drawing the page.
 */
const asShown = (entries: Readonly<Record<string, LibraryEntry>>) => Object.freeze(entries);

/** What is shown after something is new: of all that is not concerned the objects stay the same. */
export function withDelta<State extends Shown>(state: State, delta: Delta): State {
  const { entries: fresh = [], gone = [], queued = [], dropped = [], reached } = delta;
  const saved = new Map<string, LibraryEntry | null>(gone.map((guid) => [guid, null]));
  for (const entry of fresh) saved.set(entry.guid, entry);
  const over = new Set(dropped);
  const concerned = new Set([...saved.keys(), ...queued.map(({ guid }) => guid)]);
  if (over.size > 0) {
    for (const [guid, { changes }] of Object.entries(state.unconfirmed)) {
      if (changes.some(({ key }) => over.has(key))) concerned.add(guid);
    }
  }
  const entries = { ...state.entries };
  const unconfirmed = { ...state.unconfirmed };
  const queuedFor = Map.groupBy(queued, ({ guid }) => guid);
  for (const guid of concerned) {
    const before = state.unconfirmed[guid];
    const now = saved.get(guid);
    const truth = now === undefined ? (before ? before.saved : (state.entries[guid] ?? null)) : now;
    const changes = queueAfter(before?.changes ?? [], { queued: queuedFor.get(guid) ?? [], dropped });
    const shown = overlay(truth, changes);
    if (shown) entries[guid] = shown;
    else delete entries[guid];
    if (changes.length > 0) unconfirmed[guid] = { saved: truth, changes };
    else delete unconfirmed[guid];
  }
  return {
    ...state,
    ...(concerned.size > 0 && { entries: asShown(entries), unconfirmed }),
    ...(over.size > 0 && { conflicts: withoutSettled(state.conflicts, over) }),
    ...(reached && { status: 'ready', error: null, keptAt: null }),
  };
}

/** What is shown of what a device has kept. */
export function withShelf<State extends Shown>(state: State, { saved, queue, at }: Shelf): State {
  const bare = { ...state, entries: asShown(saved), unconfirmed: {}, ...(at !== null && { status: 'ready' as const }) };
  return withDelta(bare, { queued: queue });
}
