import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { EntryChanges } from './api.ts';

/** Lists are equal when they have the same items in the same order; a missing list is empty. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) && !Array.isArray(other)) return one === other;
  return JSON.stringify(one ?? []) === JSON.stringify(other ?? []);
}

/** Returns those of `fields` that differ from `base`. */
export const changedFields = (base: Readonly<EntryChanges>, fields: EntryChanges): EntryChanges =>
  Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => !isSame(value, base[field as keyof EntryChanges])),
  ) as EntryChanges;

interface Merged {
  /** Fields that are safe to store: no one else has changed them. */
  readonly apart: EntryChanges;
  /** Fields that were changed elsewhere to a different value: the user has to choose. */
  readonly touching: EntryChanges;
}

/**
 * Sorts changes by whether they conflict with the current entry.
 * @param base the entry that the user saw when they made their changes
 * @param now the entry as the server has it
 */
export function mergeChanges(base: LibraryEntry, changes: EntryChanges, now: LibraryEntry): Merged {
  const apart: Record<string, unknown> = {};
  const touching: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changedFields(now, changes))) {
    const field = name as keyof EntryChanges;
    // Within one version the server's value wins; any difference in `base` was an unconfirmed change.
    const elsewhere = now.version !== base.version && !isSame(now[field], base[field]);
    (elsewhere ? touching : apart)[field] = value;
  }
  return { apart: apart as EntryChanges, touching: touching as EntryChanges };
}

export const isEmpty = (changes: EntryChanges): boolean => Object.keys(changes).length === 0;
