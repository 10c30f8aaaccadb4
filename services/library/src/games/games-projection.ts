import { gameCopiesProjection } from '@nightshelf/platform';

export const gamesProjection = gameCopiesProjection(async (em, guid) => {
  await em.execute('delete from games where guid = ?', [guid]);
});
