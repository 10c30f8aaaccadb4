import { views } from '@nightshelf/contracts/events/views.ts';
import type { VersionedEntry } from '@nightshelf/contracts/present-entry.ts';
import { defineProjection } from '@nightshelf/platform/events/projections/projection.ts';
import { type EntryRow, entryColumns, toEntry } from './entry.ts';
import { renewLibrary } from './library-version.ts';

export const entriesProjection = defineProjection<EntryRow, VersionedEntry>({
  view: views.entryView,
  table: 'entries',
  key: ['entry_id'],
  keyType: 'uuid',
  columns: entryColumns('kept'),
  kept: toEntry,
  async remove(em, entryId) {
    const gone = await em.execute<{ user_id: string }[]>('delete from entries where entry_id = ? returning user_id', [
      entryId,
    ]);
    for (const { user_id } of gone) await renewLibrary(em, user_id);
  },
});
