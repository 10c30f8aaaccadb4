import { type VersionedEntry, views } from '@nightshelf/contracts';
import { defineProjection } from '@nightshelf/platform';
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
