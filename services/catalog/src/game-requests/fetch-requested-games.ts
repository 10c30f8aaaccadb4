import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker, whileRenewing } from '@nightshelf/platform/jobs/worker.ts';
import { storeGames } from '../games/store-games.ts';
import type { CatalogParts } from '../parts.ts';
import { ProviderFault } from '../providers/game-provider.ts';

/** Lease after which another process may take a request. */
const leaseSeconds = 15;

export interface Request {
  readonly guid: string;
  /** The user whose turn it was. */
  readonly userId: string;
  /** Number of times it was taken, including this one. */
  readonly attempts: number;
}

/**
 * Takes the next request by turn; other replicas skip it until its lease ends. Reads through the index of turns, since
 * very many may be due.
 */
export function takeRequest(work: Work): Promise<Request | undefined> {
  return work.transaction(async ({ em }) => {
    const [request] = await em.execute<Request[]>(
      `with next as (
         select f.guid, a.user_id from game_askers a join games_to_fetch f on f.guid = a.guid
         where not f.unknown and f.next_attempt_at <= now() and a.waits_until <= now()
         order by a.turn, f.next_attempt_at limit 1 for update of f skip locked
       )
       update games_to_fetch f set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ?)
       from next where f.guid = next.guid
       returning f.guid, f.attempts, next.user_id as "userId"`,
      [leaseSeconds],
    );
    return request;
  });
}

/**
 * Sets when a request is due again. Does nothing when another replica has taken it.
 * @param also a further assignment
 */
const postpone = (em: EntityManager, { guid, attempts }: Request, seconds: number, also = '') =>
  em.execute(
    `update games_to_fetch set next_attempt_at = now() + make_interval(secs => ?)${also && `, ${also}`}
     where guid = ? and attempts = ?`,
    [seconds, guid, attempts],
  );

/** Poll interval while there are no requests. */
const idleMs = 1000;
/** Interval of renewing a lease. */
const renewMs = 5000;
const firstPauseSeconds = 5;
const longestPauseSeconds = 3600;
/** How long a guid unknown to the provider is not requested again. */
const unknownSeconds = 24 * 3600;
/** Delay of a game for all users when the provider's limit is used up, and for a user whose share is. */
const limitSeconds = 5;
const shareSeconds = 300;

/** The job that fetches requested games one by one within the provider's limit; users take turns. */
export const fetchRequestedGames = (parts: CatalogParts) =>
  new Worker({ name: 'game-requests', idleMs, logger: parts.logger, step: () => fetchNext(parts) });

/** Returns whether there may be another request to work on. */
async function fetchNext({ work, known, logger }: CatalogParts): Promise<boolean> {
  const request = await takeRequest(work);
  if (!request) return false;
  const { guid, userId, attempts } = request;
  try {
    const found = await whileRenewing(
      () => work.transaction(({ em }) => postpone(em, request, leaseSeconds)),
      renewMs,
      () => known.get(guid, { kind: 'request', userId }),
    );
    await work.transaction(async (transaction) => {
      if (found) return storeGames(transaction, [{ value: found.game, at: Date.now() }]);
      await postpone(transaction.em, request, unknownSeconds, 'unknown = true');
      await transaction.em.execute('delete from game_askers where guid = ?', [guid]);
    });
    return true;
  } catch (fault) {
    const kind = fault instanceof ProviderFault ? fault.kind : null;
    await work.transaction(async ({ em }) => {
      // The provider was not asked, so that the attempt does not count.
      if (kind === 'limit-reached') return postpone(em, request, limitSeconds, 'attempts = attempts - 1');
      if (kind !== 'share-used')
        return postpone(em, request, Math.min(firstPauseSeconds * 2 ** attempts, longestPauseSeconds));
      await postpone(em, request, 0, 'attempts = attempts - 1');
      return em.execute(
        'update game_askers set waits_until = now() + make_interval(secs => ?) where user_id = ? and guid = ?',
        [shareSeconds, userId, guid],
      );
    });
    if (kind !== 'limit-reached' && kind !== 'share-used')
      logger.warn({ guid, attempts, reason: String(fault) }, 'Could not fetch a requested game');
    return kind !== 'limit-reached';
  }
}
