import { readyGame } from '@nightshelf/contracts';
import type pg from 'pg';
import { loadGames } from '../search/load.ts';
import { titles } from '../search/titles.ts';
import { type Databases, games } from './crowd.ts';

const batchSize = 2000;
/** As long as a provider's usually is. */
const deck =
  'A game of the kind that many have at home: its first hour is slow, and what comes after it is remembered.';
const cover = 'https://images.igdb.com/igdb/image/upload/t_cover_big/co1xyz.jpg';

/** The same games in the catalog and in the copies of library and social, with real titles. */
export async function fillGames({ library, social }: Databases, catalogUrl: string): Promise<void> {
  await loadGames(catalogUrl, games);
  let batch: object[] = [];
  let at = 0;
  for (const { name } of titles(games)) {
    at += 1;
    batch.push(toRow(`3030-${at}`, at, name));
    if (batch.length < batchSize && at < games) continue;
    await Promise.all([library, social].map((database) => insert(database, batch)));
    batch = [];
  }
}

function toRow(guid: string, id: number, name: string) {
  const { json, imageUrl, platformNames } = readyGame({
    guid,
    id,
    name,
    deck,
    original_release_date: `${1980 + (id % 45)}-03-03`,
    image: { small_url: cover, medium_url: cover, thumb_url: cover, screen_large_url: cover },
    image_url: cover,
    platforms: [{ id: 94, guid: '3045-94', name: 'PC', abbreviation: 'PC' }],
  });
  return { guid, summary: json, image_url: imageUrl, platform_names: platformNames };
}

const insert = (database: pg.Client, rows: readonly object[]) =>
  database.query(
    `insert into games (guid, summary, image_url, platform_names)
     select guid, summary, image_url, platform_names from jsonb_to_recordset($1::jsonb)
       as given (guid text, summary text, image_url text, platform_names jsonb) on conflict do nothing`,
    [JSON.stringify(rows)],
  );

/** How many vaults have each game, as catalog would have counted it. */
export async function countPopularity({ catalog }: Databases): Promise<void> {
  await catalog.query('truncate popularity');
  await catalog.query(
    `insert into popularity (guid, vaults, search_name, search_text)
     select held.guid, held.vaults, g.search_name, g.search_text
     from (select guid, count(*)::int as vaults from vault_entries group by guid) held left join games g using (guid)`,
  );
}
