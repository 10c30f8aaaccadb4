import type { EntityManager } from '@nightshelf/platform';
import { cursorOf } from './cursor.ts';
import { type EntryRow, entryRowColumns, entryRowJson, entryRowTables } from './entry-row.ts';
import type { LibraryState } from './library-state.ts';
import { Portions } from './portions.ts';

/** Rows of the first portion, and of any. */
const firstPortion = 200;
const portionSizes = { least: 50, most: 4000 };
/** About this many bytes of JSON are strings at a time; the rest waits in buffers, outside the JavaScript heap. */
const portionBytes = 4 * 1024 * 1024;

/** In the order of an index, sorted by date here: PostgreSQL would carry every game through a sort on its disk. */
const libraryRows = `
  select ${entryRowColumns} from ${entryRowTables}
  where e.user_id = ? and e.guid > ?
  order by e.guid limit ?`;

export interface LibraryBody {
  /** The whole response as JSON in UTF-8. */
  readonly plain: Buffer;
  /** Games of which neither the catalog nor the user's client has said anything. */
  readonly unknownGuids: readonly string[];
}

/**
 * The response with a user's whole library, newest first. Games are copied into it as the text that they are stored as:
 * for 10,000 entries parsing and writing them again would take longer than everything else.
 * @param state read before; the response is of that state, or newer
 */
export async function buildBody(em: EntityManager, userId: string, state: LibraryState): Promise<LibraryBody> {
  const portions = new Portions();
  const unknownGuids: string[] = [];
  let size = firstPortion;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: EntryRow[] = await em.execute<EntryRow[]>(libraryRows, [userId, after, size]);
    const bytes = portions.add(
      rows.map((row) => ({ json: entryRowJson(row, userId), date: row.date_added, id: row.id })),
    );
    for (const { json, guid } of rows) if (json === null) unknownGuids.push(guid);
    after = rows.length === size ? rows.at(-1)?.guid : undefined;
    const wanted = Math.floor((portionBytes * rows.length) / (bytes || 1));
    size = Math.min(Math.max(wanted, portionSizes.least), portionSizes.most);
  }
  const before = `{"success":true,"message":"Your library.","version":"${cursorOf(state)}","library":[`;
  return { plain: portions.join(before, ']}'), unknownGuids };
}
