import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import type { VersionedEntry } from '@nightshelf/contracts/present-entry.ts';
import { defineProjection } from '@nightshelf/platform/events/projections/projection.ts';
import { type EntryRow, entryColumns, toEntry } from './entry.ts';
import { renewLibrary } from './library-version.ts';

export const entriesProjection = defineProjection<EntryState, EntryRow, VersionedEntry>({
  topic: 'library.entries',
  table: 'entries',
  key: ['entry_id'],
  keyType: 'uuid',
  columns: entryColumns('kept'),
  kept: toEntry,
  keep: (entry, version) => ({
    entry_id: entry.entry_id,
    version,
    user_id: entry.user_id,
    guid: entry.guid,
    status: entry.status,
    rating: entry.rating,
    hours_played: entry.hours_played,
    platform_id: entry.platform_id,
    is_shared: entry.is_shared,
    date_added: entry.date_added,
  }),
  async remove(em, entryId) {
    const gone = await em.execute<{ user_id: string }[]>('delete from entries where entry_id = ? returning user_id', [
      entryId,
    ]);
    for (const { user_id } of gone) await renewLibrary(em, user_id);
  },
});
