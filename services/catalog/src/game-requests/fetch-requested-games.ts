import type { Work } from '@nightshelf/platform/database/work.ts';
import { whileRenewing } from '@nightshelf/platform/jobs/while-renewing.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { KnownGames } from '../games/known-games.ts';
import { storeGames } from '../games/store-games.ts';
import { ProviderFault } from '../providers/provider-fault.ts';
import { markUnknown, postpone, putBack, renewLease, takeRequest } from './games-to-fetch.ts';

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
