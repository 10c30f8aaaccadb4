import type { EntityManager } from '@mikro-orm/postgresql';
import { type EntryState, entryJson, notListed, type VersionedEntry } from '@nightshelf/contracts';
import { unknownGame } from '../games/game-as-shown.ts';

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

/** Not ordered here: PostgreSQL would carry every game through a sort on disk; ids and dates alone sort quickly. */
const vaultRows = `
  select e.id, e.version, e.guid, e.status, e.rating, e.hours_played, e.platform_id, e.platform_not_listed, e.is_shared,
    to_char(e.date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date_added,
    coalesce(g.summary, d.summary) as json,
    case when g.guid is null then d.image_url else g.image_url end as image_url,
    (case when g.guid is null then d.platform_names else g.platform_names end) ->> e.platform_id::text as platform_name
  from entries e
  left join games g on g.guid = e.guid
  left join described_games d on d.guid = e.guid and d.user_id = e.user_id
  where e.user_id = ?`;

export interface VaultBody {
  /** The whole answer as JSON in UTF-8. */
  readonly plain: Buffer;
  /** Games of which neither the catalog nor the user's client has said anything. */
  readonly unknownGuids: readonly string[];
}

/**
 * The answer with a user's whole vault, newest first. Games are copied into it as the text that they are stored as:
 * for 10,000 entries parsing and writing them again would take longer than everything else.
 */
export async function buildBody(em: EntityManager, userId: string): Promise<VaultBody> {
  const rows = await em.execute<Row[]>(vaultRows, [userId]);
  rows.sort(newestFirst);
  const entries = rows.map((row) =>
    entryJson(toState(row, userId), {
      json: row.json ?? JSON.stringify(unknownGame(row.guid)),
      imageUrl: row.image_url,
      platformName: row.platform_name,
    }),
  );
  return {
    plain: Buffer.from(`{"success":true,"message":"Your library.","library":[${entries.join(',')}]}`),
    unknownGuids: rows.filter(({ json }) => json === null).map(({ guid }) => guid),
  };
}

function newestFirst(a: Row, b: Row): number {
  if (a.date_added !== b.date_added) return a.date_added < b.date_added ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

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
