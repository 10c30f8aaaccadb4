import { type GameSummary, readyGame } from '@nightshelf/contracts';
import type { EntityManager } from '@nightshelf/platform';

/**
 * Keeps the catalog's word on a game from arriving until the transaction ends. An entry that is added meanwhile would
 * otherwise be missed by the reaction to that word, and show the client's for ever.
 */
export async function keepGameFromChanging(em: EntityManager, guid: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock_shared(hashtextextended(?, 0))', [guid]);
}

/** The game as the catalog has confirmed it, or null. */
export async function confirmedGame(em: EntityManager, guid: string): Promise<GameSummary | null> {
  const [row] = await em.execute<{ summary: string }[]>('select summary from games where guid = ?', [guid]);
  return row ? JSON.parse(row.summary) : null;
}

/**
 * Stores the catalog's word, after every add of the same game that is under way.
 * @returns whether it differs from what was there
 */
export async function storeConfirmedGame(em: EntityManager, game: GameSummary): Promise<boolean> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [game.guid]);
  const { json, imageUrl, platformNames } = readyGame(game);
  const changed = await em.execute(
    `insert into games (guid, summary, image_url, platform_names) values (?, ?, ?, ?::jsonb)
     on conflict (guid) do update
     set summary = excluded.summary, image_url = excluded.image_url, platform_names = excluded.platform_names
     where (games.summary, games.image_url, games.platform_names)
       is distinct from (excluded.summary, excluded.image_url, excluded.platform_names)
     returning guid`,
    [game.guid, json, imageUrl, JSON.stringify(platformNames)],
  );
  return changed.length > 0;
}
