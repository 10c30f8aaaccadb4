import { type EntryState, entryJson, notListed, type VersionedEntry } from '@nightshelf/contracts';
import type { EntityManager } from '@nightshelf/platform';

/** One entry as the copy holds it, with what it takes from its game. */
export interface VisibleEntry extends VersionedEntry {
  readonly gameJson: string;
  readonly imageUrl: string | null;
  readonly platformName: string | null;
}

interface Row {
  readonly entry_id: string;
  readonly version: number;
  readonly guid: string;
  readonly status: EntryState['status'];
  readonly rating: number | null;
  readonly hours_played: string | null;
  readonly platform_id: number | null;
  readonly platform_not_listed: boolean;
  readonly is_shared: boolean;
  readonly date_added: string;
  readonly summary: string;
  readonly image_url: string | null;
  readonly platform_name: string | null;
}

/** Only what the catalog has confirmed: the rest is one client's word. Sorted by the caller, not on PostgreSQL's disk. */
const visibleRows = `
  select e.entry_id, e.version, e.guid, e.status, e.rating, e.hours_played, e.platform_id, e.platform_not_listed, e.is_shared,
    to_char(e.date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date_added,
    g.summary, g.image_url, g.platform_names ->> e.platform_id::text as platform_name
  from entries e join games g on g.guid = e.guid
  where e.user_id = ? and (e.is_shared or not ?)`;

/** The entries of a user that somebody may see, newest first. */
export async function visibleLibrary(em: EntityManager, userId: string, onlyShared: boolean): Promise<VisibleEntry[]> {
  const rows = await em.execute<Row[]>(visibleRows, [userId, onlyShared]);
  return rows.sort(newestFirst).map((row) => ({
    entry_id: row.entry_id,
    version: row.version,
    user_id: userId,
    guid: row.guid,
    status: row.status,
    rating: row.rating,
    hours_played: row.hours_played === null ? null : Number(row.hours_played),
    platform_id: row.platform_not_listed ? notListed : row.platform_id,
    is_shared: row.is_shared,
    date_added: row.date_added,
    gameJson: row.summary,
    imageUrl: row.image_url,
    platformName: row.platform_name,
  }));
}

/** Games are copied in as the text that they are stored as: parsing and writing them again takes far longer. */
export const libraryJson = (entries: readonly VisibleEntry[]) =>
  `[${entries.map((entry) => entryJson(entry, { json: entry.gameJson, imageUrl: entry.imageUrl, platformName: entry.platformName })).join(',')}]`;

function newestFirst(a: Row, b: Row): number {
  if (a.date_added !== b.date_added) return a.date_added < b.date_added ? 1 : -1;
  return a.entry_id < b.entry_id ? -1 : 1;
}
