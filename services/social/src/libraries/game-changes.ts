import { GameChanges, type ReachedOwners } from '@nightshelf/platform/game-copies/game-copies.ts';

/** Renews every library that contains a changed game. */
export const gameChanges = new GameChanges(async (em, { guid, after, limit }) => {
  const [reached] = await em.execute<ReachedOwners[]>(
    `with owners as materialized (
       select distinct user_id from entries where guid = ? and user_id > ?::uuid order by user_id limit ?
     ), renewed as (
       insert into library_versions (user_id, version)
       select user_id, nextval('library_changes') from owners order by user_id
       on conflict (user_id) do update set version = nextval('library_changes')
     )
     select count(*)::int as count, max(user_id::text collate "C") as last from owners`,
    [guid, after, limit],
  );
  return reached;
});
