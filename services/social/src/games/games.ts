import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { on } from '@nightshelf/platform/events/handler.ts';
import {
  GameChanges,
  gameCopiesProjection,
  type ReachedOwners,
  storeGameCopy,
} from '@nightshelf/platform/game-copies/game-copies.ts';
import { lockGame } from '../libraries/library-version.ts';
import { isOwn } from '../libraries/visibility.ts';

/** Copies every game that the catalog has confirmed, even if no library contains it yet. */
export const onGameUpserted = on(gameUpserted, async ({ em, data: game }) => {
  await lockGame(em, game.guid);
  await storeGameCopy(em, game);
  await gameChanges.spread(em, game.guid);
});

export const gamesProjection = gameCopiesProjection(async (em, guid) => {
  await lockGame(em, guid);
  await em.execute('delete from games where guid = ?', [guid]);
  await gameChanges.spread(em, guid);
});

/** Renews every library that contains a changed game. */
export const gameChanges = new GameChanges(async (em, { guid, after, limit }) => {
  const [reached] = await em.execute<ReachedOwners[]>(
    `with owners as materialized (
       select distinct user_id from entries
       where guid = ? and not ${isOwn('guid')} and user_id > ?::uuid order by user_id limit ?
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
