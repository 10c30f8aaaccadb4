import { GameChanges, type ReachedOwners } from '@nightshelf/platform/game-copies/game-changes.ts';

/**
 * Deletes the clients' descriptions of a game that the catalog has confirmed. Writes nothing for the other owners: a
 * read detects the changed game (ADR 33).
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
