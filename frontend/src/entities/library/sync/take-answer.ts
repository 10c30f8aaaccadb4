import type { LibraryChanges } from '@nightshelf/contracts/library-answers.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { LibraryAnswer } from '../api.ts';
import type { Change } from './change.ts';
import type { Delta, Shelf } from './delta.ts';

const isSame = (one: LibraryEntry, other: LibraryEntry) =>
  one.version === other.version && JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns what is new in a response. No change is in flight during a pull, so the response includes all that this
 * device has sent.
 */
export function takeAnswer(answer: LibraryAnswer, { saved, queue }: Pick<Shelf, 'saved' | 'queue'>): Delta {
  const dropped = queue.filter(({ done }: Change) => done).map(({ key }) => key);
  if (!('library' in answer)) return { ...takeChanges(answer, saved), dropped };
  const there = new Set(answer.library.map(({ guid }) => guid));
  const entries = answer.library.filter((entry) => {
    const before = saved[entry.guid];
    return !before || !isSame(entry, before);
  });
  return { entries, gone: Object.keys(saved).filter((guid) => !there.has(guid)), dropped };
}

function takeChanges(
  { changed, removed }: Pick<LibraryChanges, 'changed' | 'removed'>,
  saved: Shelf['saved'],
): Pick<Delta, 'entries' | 'gone'> {
  const entries: LibraryEntry[] = [];
  const left: string[] = [];
  let byId: Map<string, LibraryEntry> | undefined;
  for (const entry of changed) {
    const before = saved[entry.guid];
    if (before?.id !== entry.id) {
      // The user merged their own game into another, or undid that.
      byId ??= new Map(Object.values(saved).map((one) => [one.id, one]));
      const elsewhere = byId.get(entry.id);
      if (elsewhere && elsewhere.version > entry.version) continue;
      if (elsewhere) left.push(elsewhere.guid);
      entries.push(entry);
    } else if (entry.version >= before.version && !isSame(entry, before)) entries.push(entry);
  }
  const isGone = ({ guid, id, version }: LibraryChanges['removed'][number]) =>
    saved[guid]?.id === id && version > saved[guid].version;
  const back = new Set(entries.map(({ guid }) => guid));
  const gone = [...removed.filter(isGone).map(({ guid }) => guid), ...left].filter((guid) => !back.has(guid));
  return { entries, gone };
}
