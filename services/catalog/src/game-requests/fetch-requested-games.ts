import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker, whileRenewing } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { KnownGames } from '../games/known-games.ts';
import { storeGames } from '../games/store-games.ts';
import { ProviderFault } from '../providers/provider-fault.ts';
import { nobody } from './queue-requests.ts';

/** Lease after which another process may take a request. */
const leaseSeconds = 15;

export interface Request {
  readonly guid: string;
  /** The user whose turn it was. */
  readonly userId: string;
  /** Number of times it was taken, including this one. */
  readonly attempts: number;
}

/** The next request by turn, read through the index of turns, since very many may be due. */
const nextAsked = `
  select f.guid, a.user_id from game_askers a join games_to_fetch f on f.guid = a.guid
  where not f.unknown and f.next_attempt_at <= now() and a.waits_until <= now()
  order by a.turn, f.next_attempt_at limit 1 for update of f skip locked`;

const nextOfNobody = `
  select f.guid, '${nobody}'::uuid as user_id from games_to_fetch f
  where not f.unknown and f.next_attempt_at <= now() and not exists (select from game_askers a where a.guid = f.guid)
  order by f.next_attempt_at limit 1 for update of f skip locked`;

/**
 * Takes the next request; other replicas skip it until its lease ends. Requests without a user, written by an earlier
 * release, come last.
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

/** Does nothing when another replica has taken the request. */
async function renewLease(work: Work, { guid, attempts }: Request): Promise<void> {
  await work.transaction(({ em }) =>
    em.execute(
      'update games_to_fetch set next_attempt_at = now() + make_interval(secs => ?) where guid = ? and attempts = ?',
      [leaseSeconds, guid, attempts],
    ),
  );
}

async function postpone(work: Work, { guid }: Request, seconds: number): Promise<void> {
  await work.transaction(({ em }) =>
    em.execute('update games_to_fetch set next_attempt_at = now() + make_interval(secs => ?) where guid = ?', [
      seconds,
      guid,
    ]),
  );
}

/**
 * Returns a request for which the provider was not asked, without counting the attempt. Delays this game for this user,
 * or for all users.
 */
async function putBack(
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

/** Marks a game as unknown to the provider for some seconds, and removes its waiting users. */
async function markUnknown(work: Work, { guid }: Request, seconds: number): Promise<void> {
  await work.transaction(async ({ em }) => {
    await em.execute(
      'update games_to_fetch set unknown = true, next_attempt_at = now() + make_interval(secs => ?) where guid = ?',
      [seconds, guid],
    );
    await em.execute('delete from game_askers where guid = ?', [guid]);
  });
}

/** Poll interval while there are no requests. */
const idleMs = 1000;
/** Interval of renewing a lease. */
const renewMs = 5000;
const firstPauseSeconds = 5;
const longestPauseSeconds = 3600;
/** How long a guid unknown to the provider is not requested again. */
const unknownSeconds = 24 * 3600;
/** Delay of a request when the provider's limit, or its user's share, is used up, in seconds. */
const shortageSeconds = { all: 5, own: 300 };

interface Parts {
  readonly work: Work;
  readonly known: KnownGames;
  readonly logger: Logger;
}

/** The job that fetches requested games one by one within the provider's limit; users take turns. */
export const fetchRequestedGames = (parts: Parts) =>
  new Worker({ name: 'game-requests', idleMs, logger: parts.logger, step: () => fetchNext(parts) });

/** Returns whether there may be another request to work on. */
async function fetchNext({ work, known, logger }: Parts): Promise<boolean> {
  const request = await takeRequest(work);
  if (!request) return false;
  const { guid, userId, attempts } = request;
  try {
    const found = await whileRenewing(
      () => renewLease(work, request),
      renewMs,
      () => known.get(guid, { kind: 'request', userId }),
    );
    if (found)
      await work.transaction((transaction) => storeGames(transaction, [{ value: found.game, at: Date.now() }]));
    else await markUnknown(work, request, unknownSeconds);
  } catch (fault) {
    const whose = shortageOf(fault);
    if (whose) {
      await putBack(work, request, { seconds: shortageSeconds[whose], whose });
      return whose === 'own';
    }
    logger.warn({ guid, attempts, reason: String(fault) }, 'Could not fetch a requested game');
    await postpone(work, request, Math.min(firstPauseSeconds * 2 ** attempts, longestPauseSeconds));
  }
  return true;
}

/** Returns whose allowance is used up: the provider's (`all`) or the user's (`own`); null for other faults. */
function shortageOf(fault: unknown): 'all' | 'own' | null {
  if (!(fault instanceof ProviderFault)) return null;
  if (fault.kind === 'share-used') return 'own';
  return fault.kind === 'limit-reached' ? 'all' : null;
}
