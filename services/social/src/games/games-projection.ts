import { gameCopiesProjection } from '@nightshelf/platform/game-copies/game-copies.ts';
import { gameChanges } from '../libraries/game-changes.ts';
import { holdGame } from '../libraries/library-version.ts';

export const gamesProjection = gameCopiesProjection(async (em, guid) => {
  await holdGame(em, guid);
  await em.execute('delete from games where guid = ?', [guid]);
  await gameChanges.spread(em, guid);
});
