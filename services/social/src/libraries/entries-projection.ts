import { type EntryState, notListed, type VersionedEntry, views } from '@nightshelf/contracts';
import { defineProjection } from '@nightshelf/platform';
import { renewLibrary } from './library-version.ts';

interface Row extends Omit<VersionedEntry, 'hours_played' | 'platform_id'> {
  readonly hours_played: string | null;
  readonly platform_id: number | null;
  readonly platform_not_listed: boolean;
}

export const entriesProjection = defineProjection<Row, EntryState & { readonly version: number }>({
  view: views.entryView,
  table: 'entries',
  key: ['entry_id'],
  keyType: 'uuid',
  columns: `kept.entry_id, kept.user_id, kept.guid, kept.status, kept.rating, kept.hours_played, kept.platform_id,
    kept.platform_not_listed, kept.is_shared, kept.version,
    to_char(kept.date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date_added`,
  kept: (row) => ({
    entry_id: row.entry_id,
    user_id: row.user_id,
    guid: row.guid,
    status: row.status,
    rating: row.rating,
    hours_played: row.hours_played === null ? null : Number(row.hours_played),
    platform_id: row.platform_not_listed ? notListed : row.platform_id,
    is_shared: row.is_shared,
    date_added: row.date_added,
    version: row.version,
  }),
  async remove(em, entryId) {
    const gone = await em.execute<{ user_id: string }[]>('delete from entries where entry_id = ? returning user_id', [
      entryId,
    ]);
    for (const { user_id } of gone) await renewLibrary(em, user_id);
  },
});
