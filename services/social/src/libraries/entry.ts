import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { VersionedEntry } from '@nightshelf/contracts/present-entry.ts';

/** A row of the copied `entries`, selected with `entryColumns`. */
export interface EntryRow {
  readonly entry_id: string;
  readonly version: number;
  readonly user_id: string;
  readonly guid: string;
  readonly status: EntryState['status'];
  readonly rating: number | null;
  readonly hours_played: string | null;
  readonly platform_id: number | null;
  readonly platform_not_listed: boolean;
  readonly is_shared: boolean;
  readonly date_added: string;
}

/** @param table name or alias of the table in the query */
export const entryColumns = (table: string) => `
  ${table}.entry_id, ${table}.version, ${table}.user_id, ${table}.guid, ${table}.status, ${table}.rating,
  ${table}.hours_played, ${table}.platform_id, ${table}.platform_not_listed, ${table}.is_shared,
  to_char(${table}.date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date_added`;

/** Columns that a page shows; excludes the version, which private changes also raise. @param table name or alias */
export const shownColumns = (table: string) =>
  ['guid', 'status', 'rating', 'hours_played', 'platform_id', 'platform_not_listed', 'is_shared', 'date_added']
    .map((column) => `${table}.${column}`)
    .join(', ');

export const toEntry = (row: EntryRow): VersionedEntry => ({
  entry_id: row.entry_id,
  version: row.version,
  user_id: row.user_id,
  guid: row.guid,
  status: row.status,
  rating: row.rating,
  hours_played: row.hours_played === null ? null : Number(row.hours_played),
  platform_id: row.platform_not_listed ? notListed : row.platform_id,
  is_shared: row.is_shared,
  date_added: row.date_added,
});
