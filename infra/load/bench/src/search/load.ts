import pg from 'pg';
import { deletesIn, searchKeys } from '../../../../../services/catalog/src/search/normalise.ts';
import { titleAt } from '../titles.ts';

const batchSize = 5000;

/** One game in this many is in vaults, each in a different number of them. */
const popularEvery = 37;

/** Created after the rows, which takes minutes instead of hours. */
const indexes = `
  create index games_by_name on games (search_name);
  create index games_by_alias on games using gin (search_aliases);
  create index games_by_words on games using gin (search_text gin_trgm_ops);`;

/** Fills a migrated, empty catalog with `count` games, some of them popular. */
export async function loadGames(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('drop index games_by_name, games_by_alias, games_by_words');
    for (let from = 0; from < count; from += batchSize) {
      await insert(
        client,
        Array.from({ length: Math.min(batchSize, count - from) }, (_, at) => rowAt(from + at)),
      );
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

function rowAt(at: number) {
  const title = titleAt(at);
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

async function insert(client: pg.Client, rows: readonly ReturnType<typeof rowAt>[]): Promise<void> {
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
