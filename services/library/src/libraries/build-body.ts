import { type EntryState, entryJson, notListed, type VersionedEntry } from '@nightshelf/contracts';
import type { EntityManager } from '@nightshelf/platform';
import { unknownGame } from '../games/game-as-shown.ts';
import { Portions } from './portions.ts';

interface Row {
  readonly id: string;
  readonly version: number;
  readonly guid: string;
  readonly status: EntryState['status'];
  readonly rating: number | null;
  readonly hours_played: string | null;
  readonly platform_id: number | null;
  readonly platform_not_listed: boolean;
  readonly is_shared: boolean;
  readonly date_added: string;
  readonly json: string | null;
  readonly image_url: string | null;
  readonly platform_name: string | null;
}

/** Rows of the first portion, and of any. */
const firstPortion = 200;
const portionSizes = { least: 50, most: 4000 };
/** About this many bytes of JSON are strings at a time; the rest waits in buffers, outside the JavaScript heap. */
const portionBytes = 4 * 1024 * 1024;

/** In the order of an index, sorted by date here: PostgreSQL would carry every game through a sort on its disk. */
const libraryRows = `
  select e.id, e.version, e.guid, e.status, e.rating, e.hours_played, e.platform_id, e.platform_not_listed, e.is_shared,
    to_char(e.date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date_added,
    coalesce(g.summary, d.summary) as json,
    case when g.guid is null then d.image_url else g.image_url end as image_url,
    (case when g.guid is null then d.platform_names else g.platform_names end) ->> e.platform_id::text as platform_name
  from entries e
  left join games g on g.guid = e.guid
  left join described_games d on d.guid = e.guid and d.user_id = e.user_id
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
 */
export async function buildBody(em: EntityManager, userId: string): Promise<LibraryBody> {
  const portions = new Portions();
  const unknownGuids: string[] = [];
  let size = firstPortion;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: Row[] = await em.execute<Row[]>(libraryRows, [userId, after, size]);
    const bytes = portions.add(rows.map((row) => ({ json: toJson(row, userId), date: row.date_added, id: row.id })));
    for (const { json, guid } of rows) if (json === null) unknownGuids.push(guid);
    after = rows.length === size ? rows.at(-1)?.guid : undefined;
    const wanted = Math.floor((portionBytes * rows.length) / (bytes || 1));
    size = Math.min(Math.max(wanted, portionSizes.least), portionSizes.most);
  }
  return { plain: portions.join('{"success":true,"message":"Your library.","library":[', ']}'), unknownGuids };
}

const toJson = (row: Row, userId: string) =>
  entryJson(toState(row, userId), {
    json: row.json ?? JSON.stringify(unknownGame(row.guid)),
    imageUrl: row.image_url,
    platformName: row.platform_name,
  });

const toState = (row: Row, userId: string): VersionedEntry => ({
  entry_id: row.id,
  version: row.version,
  user_id: userId,
  guid: row.guid,
  status: row.status,
  rating: row.rating,
  hours_played: row.hours_played === null ? null : Number(row.hours_played),
  platform_id: row.platform_not_listed ? notListed : row.platform_id,
  is_shared: row.is_shared,
  date_added: row.date_added,
});
