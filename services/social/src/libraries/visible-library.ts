import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import { entryJson } from '@nightshelf/contracts/ready-game.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { type EntryRow, entryColumns, toEntry } from './entry.ts';
import { isOwn } from './own-games.ts';

/** A copied entry with the data of its game. */
export interface VisibleEntry extends EntryState {
  readonly gameJson: string;
  readonly imageUrl: string | null;
  readonly platformName: string | null;
}

interface Row extends EntryRow {
  readonly summary: string;
  readonly image_url: string | null;
  readonly platform_name: string | null;
}

/**
 * Selects only games that the catalog has confirmed, because others come unchecked from a client. `newestFirst` sorts
 * the rows.
 */
const visibleRows = `
  select ${entryColumns('e')}, g.summary, g.image_url, g.platform_names ->> e.platform_id::text as platform_name
  from entries e join games g on g.guid = e.guid
  where e.user_id = ? and (e.is_shared or not ?) and not ${isOwn('e.guid')}`;

/** Returns the visible entries of a user, newest first. */
export async function visibleLibrary(em: EntityManager, userId: string, onlyShared: boolean): Promise<VisibleEntry[]> {
  const rows = await em.execute<Row[]>(visibleRows, [userId, onlyShared]);
  return rows.sort(newestFirst).map((row) => {
    const { version: _, ...entry } = toEntry(row);
    return { ...entry, gameJson: row.summary, imageUrl: row.image_url, platformName: row.platform_name };
  });
}

/** Inserts games as stored text, because parsing and serializing them takes far longer. */
export const libraryJson = (entries: readonly VisibleEntry[]) =>
  `[${entries.map((entry) => entryJson(entry, { json: entry.gameJson, imageUrl: entry.imageUrl, platformName: entry.platformName })).join(',')}]`;

/** Sorts here, because PostgreSQL would carry every game through an on-disk sort. */
function newestFirst(a: Row, b: Row): number {
  if (a.date_added !== b.date_added) return a.date_added < b.date_added ? 1 : -1;
  return a.entry_id < b.entry_id ? -1 : 1;
}
