import { GameChanges, type ReachedOwners } from '@nightshelf/platform';

/** A changed game changes what every library with it shows, and replaces what the owner's client said of it. */
export const gameChanges = new GameChanges(async (em, { guid, after, limit }) => {
  const [reached] = await em.execute<ReachedOwners[]>(
    `with owners as materialized (
       select user_id from entries where guid = ? and user_id > ?::uuid order by user_id limit ?
     ), locked as (
       select user_id from libraries where user_id in (select user_id from owners) order by user_id for update
     ), bumped as (
       update libraries set version = version + 1 from locked where libraries.user_id = locked.user_id
     ), forgotten as (
       delete from described_games where guid = ? and user_id in (select user_id from owners)
     )
     select count(*)::int as count, max(user_id::text collate "C") as last from owners`,
    [guid, after, limit, guid],
  );
  return reached;
});
