import { type Logger, type Work, Worker, whileRenewing } from '@nightshelf/platform';
import { storeGames } from '../games/store-games.ts';
import type { GameProvider } from '../providers/game-provider.ts';

/** How often the job looks for requests while there are none, in milliseconds. */
const idleMs = 1000;
/** After this long without a sign of life a request counts as dropped by the process that took it, in seconds. */
const leaseSeconds = 15;
/** Between signs of life, in milliseconds. */
const renewMs = 5000;
const firstPauseSeconds = 5;
const longestPauseSeconds = 3600;
/** How long a guid that the provider does not know is not asked for again, in seconds. */
const unknownSeconds = 24 * 3600;

interface Parts {
  readonly work: Work;
  readonly provider: GameProvider;
  readonly logger: Logger;
}

/** The job that fetches requested games, one after the other, as the provider's limit allows. */
export const fetchRequestedGames = (parts: Parts) =>
  new Worker({ name: 'game-requests', idleMs, logger: parts.logger, step: () => fetchNext(parts) });

/** @returns whether there was a request to work on */
async function fetchNext({ work, provider, logger }: Parts): Promise<boolean> {
  const request = await takeRequest(work);
  if (!request) return false;
  const { guid, attempts } = request;
  try {
    const value = await whileRenewing(
      () => renew(work, request),
      renewMs,
      async () => (provider.owns(guid) ? provider.get(guid, { kind: 'request', userId: 'nobody' }) : null),
    );
    if (value) await work.transaction((transaction) => storeGames(transaction, [{ value, at: Date.now() }]));
    else await postpone(work, guid, unknownSeconds, true);
  } catch (fault) {
    logger.warn({ guid, attempts, reason: String(fault) }, 'A requested game could not be fetched');
    await postpone(work, guid, Math.min(firstPauseSeconds * 2 ** attempts, longestPauseSeconds), false);
  }
  return true;
}

interface Request {
  readonly guid: string;
  /** How often it was taken, this time included. */
  readonly attempts: number;
}

/** Takes the request that has waited longest; other replicas leave it alone until its lease is over. */
function takeRequest(work: Work): Promise<Request | undefined> {
  return work.transaction(async ({ em }) => {
    const [request] = await em.execute<Request[]>(
      `update games_to_fetch set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ?)
       where guid = (
         select guid from games_to_fetch where not unknown and next_attempt_at <= now()
         order by next_attempt_at limit 1 for update skip locked)
       returning guid, attempts`,
      [leaseSeconds],
    );
    return request;
  });
}

/** Unless another replica has taken it meanwhile. */
async function renew(work: Work, { guid, attempts }: Request): Promise<void> {
  await work.transaction(({ em }) =>
    em.execute(
      'update games_to_fetch set next_attempt_at = now() + make_interval(secs => ?) where guid = ? and attempts = ?',
      [leaseSeconds, guid, attempts],
    ),
  );
}

async function postpone(work: Work, guid: string, seconds: number, unknown: boolean): Promise<void> {
  await work.transaction(({ em }) =>
    em.execute(
      'update games_to_fetch set unknown = ?, next_attempt_at = now() + make_interval(secs => ?) where guid = ?',
      [unknown, seconds, guid],
    ),
  );
}
