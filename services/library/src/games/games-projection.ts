import { gameCopiesProjection } from '@nightshelf/platform';
import { gameChanges } from '../vault/game-changes.ts';

export const gamesProjection = gameCopiesProjection(async (em, guid) => {
  await em.execute('delete from games where guid = ?', [guid]);
  await gameChanges.spread(em, guid);
});
