import { GameChanges, type ReachedOwners } from '@nightshelf/platform/game-copies/game-changes.ts';

/**
 * Deletes what users' clients have said of a game that the catalog has told of: nobody is shown it any more. Nothing is
 * written for the others who have the game: that it has changed is found out when somebody asks (ADR 33).
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
