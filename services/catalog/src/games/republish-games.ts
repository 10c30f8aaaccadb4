import { LockMode } from '@mikro-orm/core';
import { gameUpserted } from '@nightshelf/contracts';
import type { Work } from '@nightshelf/platform';
import { StoredGame } from './stored-game.ts';

const batchSize = 500;

/** Publishes every stored game as it now is, under its current version. @returns how many */
export async function republishGames(work: Work): Promise<number> {
  let count = 0;
  let last = '';
  for (;;) {
    const guids = await work.transaction(async ({ em, publish }) => {
      const games = await em.find(
        StoredGame,
        { guid: { $gt: last } },
        {
          orderBy: { guid: 'asc' },
          limit: batchSize,
          // No newer version may be recorded before this one.
          lockMode: LockMode.PESSIMISTIC_WRITE,
        },
      );
      for (const game of games) publish(gameUpserted, { data: game.summary(), version: game.version });
      return games.map(({ guid }) => guid);
    });
    count += guids.length;
    last = guids.at(-1) ?? last;
    if (guids.length < batchSize) return count;
  }
}
