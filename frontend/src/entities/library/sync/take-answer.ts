import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { Change } from './change.ts';
import type { Delta } from './delta.ts';

export interface RemovedEntry {
  readonly id: string;
  readonly guid: string;
  readonly version: number;
}

/** The server's vault: the whole, or the changes since the last response. */
export type VaultAnswer =
  | { readonly whole: true; readonly entries: readonly LibraryEntry[] }
  | { readonly whole: false; readonly changed: readonly LibraryEntry[]; readonly removed: readonly RemovedEntry[] };

export interface Known {
  readonly saved: Readonly<Record<string, LibraryEntry>>;
  readonly queue: readonly Change[];
  /** Guids with a change acknowledged since this request was sent; its response may be older. */
  readonly touched: ReadonlySet<string>;
}

type News = Pick<Delta, 'entries' | 'gone' | 'queued'>;

const isSame = (one: LibraryEntry, other: LibraryEntry) =>
  one.version === other.version && JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns what is new in a response.
 * @returns 'again' when a change was acknowledged in the meantime, so that the order of the two is unknown
 */
export function takeAnswer(answer: VaultAnswer, known: Known): News | 'again' {
  return answer.whole ? takeWhole(answer.entries, known) : takeChanges(answer.changed, answer.removed, known);
}

function takeChanges(
  changed: readonly LibraryEntry[],
  removed: readonly RemovedEntry[],
  { saved, queue, touched }: Known,
): News | 'again' {
  const entries: LibraryEntry[] = [];
  const left: string[] = [];
  let byId: Map<string, LibraryEntry> | undefined;
  for (const entry of changed) {
    const before = saved[entry.guid];
    if (before?.id !== entry.id) {
      if (touched.has(entry.guid)) return 'again';
      // The user merged their own game into another, or undid that.
      byId ??= new Map(Object.values(saved).map((one) => [one.id, one]));
      const elsewhere = byId.get(entry.id);
      if (elsewhere && elsewhere.version > entry.version) continue;
      if (elsewhere) left.push(elsewhere.guid);
      entries.push(entry);
    } else if (entry.version >= before.version && !isSame(entry, before)) entries.push(entry);
  }
  const gone = removed.filter(({ guid, id, version }) => {
    const before = saved[guid];
    return before?.id === id && version > before.version;
  });
  const back = new Set(entries.map(({ guid }) => guid));
  const queued = queue.flatMap((change): Change[] => {
    const buried = change.sent ? removed.filter(({ guid }) => guid === change.guid) : [];
    if (buried.length === 0 && !change.held) return [];
    return [{ ...change, held: false, buried: [...(change.buried ?? []), ...buried] }];
  });
  const guids = [...gone.map(({ guid }) => guid), ...left];
  return { entries, gone: guids.filter((guid) => !back.has(guid)), queued };
}

function takeWhole(all: readonly LibraryEntry[], { saved, queue, touched }: Known): News | 'again' {
  const entries: LibraryEntry[] = [];
  const there = new Map<string, string>();
  for (const entry of all) {
    there.set(entry.guid, entry.id);
    const before = saved[entry.guid];
    if (touched.has(entry.guid)) {
      if (before?.id !== entry.id) return 'again';
      if (entry.version > before.version) entries.push(entry);
    } else if (!before || !isSame(entry, before)) entries.push(entry);
  }
  const gone = Object.keys(saved).filter((guid) => !there.has(guid));
  if (gone.some((guid) => touched.has(guid))) return 'again';
  const queued = queue.flatMap((change): Change[] => {
    const { sent, guid, held } = change;
    if (held) return [{ ...change, held: false }];
    return sent && (sent.kind === 'add' || there.get(guid) !== sent.id) ? [{ ...change, unsure: true }] : [];
  });
  return { entries, gone, queued };
}
