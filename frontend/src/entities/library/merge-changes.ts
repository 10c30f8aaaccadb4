import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { EntryChanges } from './api.ts';

/** Lists are the same with the same words in the same order; one that nobody has told of is empty. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) && !Array.isArray(other)) return one === other;
  return JSON.stringify(one ?? []) === JSON.stringify(other ?? []);
}

/** Those of `fields` that say something else than `base`. */
export const changedFields = (base: Readonly<EntryChanges>, fields: EntryChanges): EntryChanges =>
  Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => !isSame(value, base[field as keyof EntryChanges])),
  ) as EntryChanges;

interface Merged {
  /** What can be stored without undoing anything: nobody else has changed these fields. */
  readonly apart: EntryChanges;
  /** Fields that were changed elsewhere too, to something else: which is right is for the user to say. */
  readonly touching: EntryChanges;
}

/**
 * Sorts changes by what has become of the entry since.
 * @param base the entry that the user saw when they made their changes
 * @param now the entry as the server has it
 */
export function mergeChanges(base: LibraryEntry, changes: EntryChanges, now: LibraryEntry): Merged {
  const apart: Record<string, unknown> = {};
  const touching: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changedFields(now, changes))) {
    const field = name as keyof EntryChanges;
    // Of one version there is one truth; what else `base` shows was not confirmed then.
    const elsewhere = now.version !== base.version && !isSame(now[field], base[field]);
    (elsewhere ? touching : apart)[field] = value;
  }
  return { apart: apart as EntryChanges, touching: touching as EntryChanges };
}

export const isEmpty = (changes: EntryChanges): boolean => Object.keys(changes).length === 0;
