import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** Most games that one user can have waiting to be fetched; what is beyond is asked for again when their vault is opened. */
export const mostOfOneUser = 1000;

/** In whose name games are asked for that no user is known to need: by operators, and by releases before. */
export const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Notes a game down to be fetched, behind what the user has asked for already, and in turns with other users: start-time fair
 * queueing, in which a request's turn is the one after its user's last, or after the one that is due now.
 * @returns false when that many of this user's games are waiting
 */
export async function noteDown(em: EntityManager, guid: string, userId: string): Promise<boolean> {
  const [asked] = await em.execute<{ games: number; last: string | null }[]>(
    'select count(*)::int as games, max(turn) as last from game_askers where user_id = ?',
    [userId],
  );
  if (userId !== nobody && (asked?.games ?? 0) >= mostOfOneUser) return false;
  // A guid that the provider did not know is not asked for again until a day has passed.
  await em.execute(
    `insert into games_to_fetch (guid) values (?)
     on conflict (guid) do update set unknown = false, attempts = 0, requested_at = now(), next_attempt_at = now()
     where games_to_fetch.unknown and games_to_fetch.next_attempt_at <= now()`,
    [guid],
  );
  await em.execute(
    `insert into game_askers (guid, user_id, turn)
     select guid, ?, 1 + greatest(?::bigint, (
       select a.turn from game_askers a join games_to_fetch f on f.guid = a.guid
       where not f.unknown and f.next_attempt_at <= now() and a.waits_until <= now()
       order by a.turn limit 1), 0)
     from games_to_fetch where guid = ? and not unknown
     on conflict do nothing`,
    [userId, asked?.last ?? null, guid],
  );
  return true;
}
