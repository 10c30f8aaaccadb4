import { hoursRule } from '@nightshelf/contracts/entry-rules.ts';
import { entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type Hours, shownHours } from '@nightshelf/contracts/play-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { invalid } from '@nightshelf/platform/errors/coded-error.ts';
import { Entry } from '../entries/entry.ts';
import { notifyOfEntry, showEntry } from '../entries/own-entry.ts';
import { bumpLibrary } from '../libraries/library-version.ts';

/** Call it when a user types the hours of an entry: sessions logged before no longer count towards them. */
export const letTypedHoursStand = (em: EntityManager, entryId: string) =>
  em.execute('update play_sessions set counts = false where entry_id = ? and counts', [entryId]);

/** Returns the typed hours and session minutes of an entry. A caller that changes them must hold the entry's row lock. */
export async function hoursOf(em: EntityManager, entry: Entry): Promise<Hours> {
  const [row] = await em.execute<{ minutes: number | null }[]>(
    'select sum(minutes)::int as minutes from play_sessions where entry_id = ? and counts',
    [entry.id],
  );
  const minutes = row?.minutes ?? 0;
  return { typed: (minutes > 0 ? entry.hoursTyped : entry.hoursPlayed) ?? null, minutes };
}

/** Returns the same for an entry id; undefined when it is not in the user's library. */
export async function readHours(em: EntityManager, userId: string, id: string): Promise<Hours | undefined> {
  const entry = await em.findOne(Entry, { id, userId });
  return entry ? hoursOf(em, entry) : undefined;
}

/**
 * Stores new hours of an entry and publishes the change.
 * @returns the entry as the API shows it
 * @throws CodedError 422 when the hours exceed the maximum
 */
export async function showHours(
  { em, publish, notifyClients }: Transaction,
  entry: Entry,
  hours: Hours,
): Promise<LibraryEntry> {
  const shown = shownHours(hours);
  if (shown !== null && shown > hoursRule.max.value) throw invalid({ minutes: [hoursRule.max.message] });
  entry.hoursTyped = hours.typed;
  const isChanged = entry.change({ hours_played: shown });
  await em.flush();
  if (isChanged) {
    await bumpLibrary(em, entry.userId);
    publish(entryUpdated, { data: entry.state(), version: entry.version });
  }
  // Notify even when the rounded hours are unchanged, because the journal has changed.
  notifyOfEntry({ notifyClients }, entry.userId, entry.versioned());
  return showEntry(em, entry);
}
