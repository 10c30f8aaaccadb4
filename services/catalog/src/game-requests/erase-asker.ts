import type { Erase } from '@nightshelf/platform/erasure/erase-users.ts';
import { nobody } from './note-down.ts';

/** Reassigns a user's requests to the nobody user, since another user may have the games too. */
export const eraseAsker: Erase = async ({ em }, userId) => {
  await em.execute(
    `insert into game_askers (guid, user_id, turn, waits_until)
     select guid, ?, turn, waits_until from game_askers where user_id = ?
     on conflict do nothing`,
    [nobody, userId],
  );
  await em.execute('delete from game_askers where user_id = ?', [userId]);
  return false;
};
