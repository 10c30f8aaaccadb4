import type { Work } from '@nightshelf/platform/database/work.ts';
import { nobody } from './note-down.ts';

/** After this long without a sign of life a request counts as dropped by the process that took it, in seconds. */
const leaseSeconds = 15;

export interface Request {
  readonly guid: string;
  /** In whose turn it was taken. */
  readonly userId: string;
  /** How often it was taken, this time included. */
  readonly attempts: number;
}

/** The next by turn, through the index of turns: of what is due there may be very much. */
const nextAsked = `
  select f.guid, a.user_id from game_askers a join games_to_fetch f on f.guid = a.guid
  where not f.unknown and f.next_attempt_at <= now() and a.waits_until <= now()
  order by a.turn, f.next_attempt_at limit 1 for update of f skip locked`;

const nextOfNobody = `
  select f.guid, '${nobody}'::uuid as user_id from games_to_fetch f
  where not f.unknown and f.next_attempt_at <= now() and not exists (select from game_askers a where a.guid = f.guid)
  order by f.next_attempt_at limit 1 for update of f skip locked`;

/**
 * Takes the request whose turn it is; other replicas leave it alone until its lease is over. One of which nobody knows who
 * asks, as an earlier release has noted them down, comes when nobody's turn it is.
 */
export function takeRequest(work: Work): Promise<Request | undefined> {
  return work.transaction(async ({ em }) => {
    for (const next of [nextAsked, nextOfNobody]) {
      const [request] = await em.execute<Request[]>(
        `with next as (${next})
         update games_to_fetch f set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ?)
         from next where f.guid = next.guid
         returning f.guid, f.attempts, next.user_id as "userId"`,
        [leaseSeconds],
      );
      if (request) return request;
    }
    return undefined;
  });
}

/** Unless another replica has taken it meanwhile. */
export async function renewLease(work: Work, { guid, attempts }: Request): Promise<void> {
  await work.transaction(({ em }) =>
    em.execute(
      'update games_to_fetch set next_attempt_at = now() + make_interval(secs => ?) where guid = ? and attempts = ?',
      [leaseSeconds, guid, attempts],
    ),
  );
}

/** The provider failed, and is asked for this game again after so many seconds. */
export async function postpone(work: Work, { guid }: Request, seconds: number): Promise<void> {
  await work.transaction(({ em }) =>
    em.execute('update games_to_fetch set next_attempt_at = now() + make_interval(secs => ?) where guid = ?', [
      seconds,
      guid,
    ]),
  );
}

/** The provider was not asked: the attempt does not count. For so many seconds this user's turn, or everybody's, is over. */
export async function putBack(
  work: Work,
  { guid, userId }: Request,
  { seconds, whose }: { readonly seconds: number; readonly whose: 'all' | 'own' },
): Promise<void> {
  await work.transaction(async ({ em }) => {
    const wait = whose === 'all' ? seconds : 0;
    await em.execute(
      `update games_to_fetch set attempts = attempts - 1, next_attempt_at = now() + make_interval(secs => ?)
       where guid = ?`,
      [wait, guid],
    );
    if (whose === 'own') {
      await em.execute(
        'update game_askers set waits_until = now() + make_interval(secs => ?) where user_id = ? and guid = ?',
        [seconds, userId, guid],
      );
    }
  });
}

/** The provider does not know it, and is not asked again for so many seconds. Nobody waits for it any more. */
export async function markUnknown(work: Work, { guid }: Request, seconds: number): Promise<void> {
  await work.transaction(async ({ em }) => {
    await em.execute(
      'update games_to_fetch set unknown = true, next_attempt_at = now() + make_interval(secs => ?) where guid = ?',
      [seconds, guid],
    );
    await em.execute('delete from game_askers where guid = ?', [guid]);
  });
}
