import { createHash } from 'node:crypto';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { type Game, game as gameSchema } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { lockPopularity } from '../popularity/vault-counts.ts';
import type { Copy } from '../provider-cache/provider-cache.ts';
import { keysVersion, searchKeys } from '../search/normalise.ts';
import { learnWords, showInPopularity } from '../search/vocabulary.ts';
import { StoredGame } from './stored-game.ts';

/**
 * Stores provider data about games and publishes the changed ones. An older copy never replaces a newer one. Deletes
 * the requests for these games.
 */
export async function storeGames(
  { em, publish, notifyClients }: Transaction,
  copies: readonly Copy<Game>[],
): Promise<void> {
  if (copies.length === 0) return;
  const rows = [...new Map(copies.map((copy) => [copy.value.guid, toRow(copy)])).values()];
  const guids = rows.map(({ guid }) => guid);
  await lockPopularity(em, guids);
  const changed = await upsert(em, rows);
  if (changed.length > 0) {
    await showInPopularity(em, changed);
    const words = rows.flatMap((row) => row.words);
    await learnWords(em, words);
    const games = await em.find(StoredGame, { guid: { $in: changed } }, { orderBy: { guid: 'asc' } });
    for (const game of games) {
      const { guid, version } = game;
      publish(gameUpserted, { data: game.summary(), version });
      notifyClients({ to: { game: guid }, event: 'game', data: { guid } });
    }
  }
  await em.execute('delete from games_to_fetch where guid in (?)', [guids]);
}

function toRow({ value, at }: Copy<Game>) {
  const whole = gameSchema.parse({ ...value, id: null });
  const { id: _, description, ...data } = whole;
  const keys = searchKeys(whole);
  return {
    guid: data.guid,
    data,
    description,
    search_name: keys.name,
    search_aliases: keys.aliases,
    search_text: keys.text,
    title_keys: keys.titles,
    short_key: keys.short,
    words: keys.words,
    content_hash: createHash('sha256').update(JSON.stringify(whole)).digest('base64'),
    fetched_at: new Date(at).toISOString(),
  };
}

type Row = ReturnType<typeof toRow>;

/**
 * Ordered by guid to avoid deadlocks. Caps the fetch time at now, since a clock that is ahead would block later
 * updates.
 */
async function upsert(em: EntityManager, rows: readonly Row[]): Promise<string[]> {
  const changed = await em.execute<{ guid: string }[]>(
    `insert into games (guid, data, description, search_name, search_aliases, search_text, title_keys, short_key, keys_version,
       content_hash, fetched_at)
     select guid, data, description, search_name, search_aliases, search_text, title_keys, short_key, ${keysVersion},
       content_hash, least(fetched_at, clock_timestamp())
     from jsonb_to_recordset(?::jsonb) as given (
       guid text, data jsonb, description text, search_name text, search_aliases text[], search_text text,
       title_keys text[], short_key text, content_hash text, fetched_at timestamptz)
     order by guid
     on conflict (guid) do update set
       data = excluded.data, description = excluded.description, search_name = excluded.search_name,
       search_aliases = excluded.search_aliases, search_text = excluded.search_text,
       title_keys = excluded.title_keys, short_key = excluded.short_key, keys_version = excluded.keys_version,
       content_hash = excluded.content_hash, fetched_at = excluded.fetched_at,
       version = games.version + 1, published = true, updated_at = now()
     where games.content_hash <> excluded.content_hash and games.fetched_at < excluded.fetched_at
     returning guid`,
    [JSON.stringify(rows)],
  );
  return changed.map(({ guid }) => guid);
}
