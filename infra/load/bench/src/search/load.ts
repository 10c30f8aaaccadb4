import pg from 'pg';
import { deletesIn, searchKeys } from '../../../../../services/catalog/src/search/search-keys.ts';
import { type Title, titles } from '../titles.ts';

const batchSize = 5000;

/** One game in this many is in vaults, each in a different number of them. */
const popularEvery = 37;

/** Created after the rows, which takes minutes instead of hours. */
const indexes = `
  create index games_by_name on games (search_name);
  create index games_by_alias on games using gin (search_aliases);
  create index games_by_words on games using gin (search_text gin_trgm_ops);`;

/** Creates an empty database. @returns its address */
export async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`create database ${name}`);
  } finally {
    await admin.end();
  }
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Fills a migrated, empty catalog with `count` games, some of them popular. */
export async function loadGames(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('drop index games_by_name, games_by_alias, games_by_words');
    let batch: ReturnType<typeof toRow>[] = [];
    let at = 0;
    for (const title of titles(count)) {
      batch.push(toRow(title, at));
      at += 1;
      if (batch.length === batchSize || at === count) {
        await insert(client, batch);
        batch = [];
      }
    }
    await client.query(indexes);
    await client.query(
      `insert into popularity (guid, vaults, search_name, search_text)
       select guid, id % 10007 + 1, search_name, search_text from games where id % ${popularEvery} = 0`,
    );
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

function toRow(title: Title, at: number) {
  const { name, aliases, text, words } = searchKeys(title);
  const guid = `3030-${at + 1}`;
  const data = {
    guid,
    name: title.name,
    deck: null,
    original_release_date: null,
    image: null,
    image_url: null,
    platforms: [{ id: 94, guid: '3045-94', name: 'PC', abbreviation: 'PC' }],
    aliases: title.aliases,
    number_of_user_reviews: 0,
    original_game_rating: null,
  };
  return { guid, data, search_name: name, search_aliases: aliases, search_text: text, words };
}

async function insert(client: pg.Client, rows: readonly ReturnType<typeof toRow>[]): Promise<void> {
  await client.query(
    `insert into games (guid, data, search_name, search_aliases, search_text, content_hash, fetched_at)
     select guid, data, search_name, search_aliases, search_text, '', now()
     from jsonb_to_recordset($1::jsonb)
       as given (guid text, data jsonb, search_name text, search_aliases text[], search_text text)`,
    [JSON.stringify(rows)],
  );
  await client.query(
    `insert into search_words (word, deletes)
     select word, deletes from jsonb_to_recordset($1::jsonb) as given (word text, deletes text[])
     on conflict (word) do nothing`,
    [
      JSON.stringify(
        [...new Set(rows.flatMap(({ words }) => words))].map((word) => ({ word, deletes: deletesIn(word) })),
      ),
    ],
  );
}
