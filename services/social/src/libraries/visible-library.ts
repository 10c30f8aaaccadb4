import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import { entryJson } from '@nightshelf/contracts/ready-game.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { type EntryRow, entryColumns, toEntry } from './entry.ts';
import { isOwn } from './own-games.ts';

/** One entry as the copy holds it, with what it takes from its game. */
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

/** Only games that the catalog has confirmed: any other is what one client says. Not sorted, see `newestFirst`. */
const visibleRows = `
  select ${entryColumns('e')}, g.summary, g.image_url, g.platform_names ->> e.platform_id::text as platform_name
  from entries e join games g on g.guid = e.guid
  where e.user_id = ? and (e.is_shared or not ?) and not ${isOwn('e.guid')}`;

/** The entries of a user that somebody may see, newest first. */
export async function visibleLibrary(em: EntityManager, userId: string, onlyShared: boolean): Promise<VisibleEntry[]> {
  const rows = await em.execute<Row[]>(visibleRows, [userId, onlyShared]);
  return rows.sort(newestFirst).map((row) => {
    const { version: _, ...entry } = toEntry(row);
    return { ...entry, gameJson: row.summary, imageUrl: row.image_url, platformName: row.platform_name };
  });
}

/** Games are copied in as the text that they are stored as: parsing and writing them again takes far longer. */
export const libraryJson = (entries: readonly VisibleEntry[]) =>
  `[${entries.map((entry) => entryJson(entry, { json: entry.gameJson, imageUrl: entry.imageUrl, platformName: entry.platformName })).join(',')}]`;

/** Sorted here: PostgreSQL would carry every game through a sort on its disk. */
function newestFirst(a: Row, b: Row): number {
  if (a.date_added !== b.date_added) return a.date_added < b.date_added ? 1 : -1;
  return a.entry_id < b.entry_id ? -1 : 1;
}
