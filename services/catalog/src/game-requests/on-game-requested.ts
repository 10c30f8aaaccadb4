import { LockMode } from '@mikro-orm/postgresql';
import { gameRequested, gameUpserted } from '@nightshelf/contracts';
import { on } from '@nightshelf/platform';
import { StoredGame } from '../games/stored-game.ts';

/**
 * A library holds a game that it has no confirmed copy of. A stored one is published again; any other is noted down
 * for the job, since a provider must not be asked within a transaction.
 */
export const onGameRequested = on(gameRequested, async ({ em, publish, data: { guid } }) => {
  const game = await em.findOne(StoredGame, { guid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (game) {
    publish(gameUpserted, { data: game.summary(), version: game.version });
    return;
  }
  // A guid that the provider did not know is not asked for again until a day has passed.
  await em.execute(
    `insert into game_requests (guid) values (?)
     on conflict (guid) do update set unknown = false, attempts = 0, requested_at = now(), next_attempt_at = now()
     where game_requests.unknown and game_requests.next_attempt_at <= now()`,
    [guid],
  );
});
