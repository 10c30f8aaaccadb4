import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import type { GameSummary } from '@nightshelf/contracts/games.ts';
import { vaultLimits } from '@nightshelf/contracts/library-entry.ts';
import { readyGame } from '@nightshelf/contracts/ready-game.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { invalid } from '@nightshelf/platform/errors/coded-error.ts';
import { GameChanges, type ReachedOwners } from '@nightshelf/platform/game-copies/game-copies.ts';

type Description = Pick<
  CallRequest<typeof libraryCalls.addExternalEntry>['body'],
  'guid' | 'name' | 'original_release_date' | 'image' | 'platforms'
> &
  Partial<Pick<GameSummary, 'partial_release_date' | 'image_url'>>;

/**
 * Stores the client's description of an unconfirmed game; only this user sees it.
 * @throws CodedError 422 when the description is too long
 */
export async function describeGame(em: EntityManager, userId: string, described: Description): Promise<GameSummary> {
  const { guid, name, original_release_date, partial_release_date, image, platforms } = described;
  const game: GameSummary = {
    guid,
    id: null,
    name,
    deck: null,
    original_release_date,
    ...(partial_release_date && { partial_release_date }),
    image,
    image_url: described.image_url ?? image?.medium_url ?? null,
    platforms,
  };
  const { json, imageUrl, platformNames } = readyGame(game);
  if (json.length > vaultLimits.descriptionBytes) {
    throw invalid({ description: ['The description of the game is too long'] }, 'library.description_too_long');
  }
  await em.execute(
    `insert into described_games (user_id, guid, summary, image_url, platform_names) values (?, ?, ?, ?, ?::jsonb)
     on conflict (user_id, guid) do nothing`,
    [userId, guid, json, imageUrl, JSON.stringify(platformNames)],
  );
  return game;
}

export async function describedGame(em: EntityManager, userId: string, guid: string): Promise<GameSummary | null> {
  const [row] = await em.execute<{ summary: string }[]>(
    'select summary from described_games where user_id = ? and guid = ?',
    [userId, guid],
  );
  return row ? JSON.parse(row.summary) : null;
}

/** Deletes descriptions, except those of own games, whose entries can return as long as the history lasts. */
export async function forgetDescriptions(em: EntityManager, userId: string, guids: readonly string[]): Promise<void> {
  await em.execute(
    `delete from described_games where user_id = ? and guid in (select jsonb_array_elements_text(?::jsonb))
       and guid not like 'own-%'`,
    [userId, JSON.stringify(guids)],
  );
}

/**
 * Restores the descriptions of returning entries, except of games that the catalog has confirmed since.
 * @returns whether there were any
 */
export async function bringDescriptionsBack(
  em: EntityManager,
  removed: readonly { readonly description: object | null }[],
): Promise<boolean> {
  const descriptions = removed.flatMap(({ description }) => (description ? [description] : []));
  if (descriptions.length === 0) return false;
  await em.execute(
    `insert into described_games select d.* from jsonb_populate_recordset(null::described_games, ?::jsonb) d
     where not exists (select from games g where g.guid = d.guid) on conflict (user_id, guid) do nothing`,
    [JSON.stringify(descriptions)],
  );
  return true;
}

/**
 * Deletes the clients' descriptions of a game that the catalog has confirmed. Writes nothing for the other owners: a
 * read detects the changed game (ADR 35).
 */
export const supersededDescriptions = new GameChanges(async (em, { guid, after, limit }) => {
  const [reached] = await em.execute<ReachedOwners[]>(
    `with described as materialized (
       select user_id from described_games where guid = ? and user_id > ?::uuid order by user_id limit ?
     ), forgotten as (
       delete from described_games where guid = ? and user_id in (select user_id from described)
     )
     select count(*)::int as count, max(user_id::text collate "C") as last from described`,
    [guid, after, limit, guid],
  );
  return reached;
});
