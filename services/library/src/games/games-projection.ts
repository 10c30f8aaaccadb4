import { gameCopiesProjection } from '@nightshelf/platform/game-copies/game-copies.ts';

export const gamesProjection = gameCopiesProjection(async (em, guid) => {
  await em.execute('delete from games where guid = ?', [guid]);
});
