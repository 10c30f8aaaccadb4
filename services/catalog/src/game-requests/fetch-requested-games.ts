import type { Work } from '@nightshelf/platform/database/work.ts';
import { whileRenewing } from '@nightshelf/platform/jobs/while-renewing.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { KnownGames } from '../games/known-games.ts';
import { storeGames } from '../games/store-games.ts';
import { ProviderFault } from '../providers/provider-fault.ts';
import { markUnknown, postpone, putBack, renewLease, takeRequest } from './games-to-fetch.ts';

/** How often the job looks for requests while there are none, in milliseconds. */
const idleMs = 1000;
/** Between signs of life, in milliseconds. */
const renewMs = 5000;
const firstPauseSeconds = 5;
const longestPauseSeconds = 3600;
/** How long a guid that the provider does not know is not asked for again, in seconds. */
const unknownSeconds = 24 * 3600;
/** How soon a request is looked at again for which the provider's limit, or its user's share of it, had nothing left. */
const shortageSeconds = { all: 5, own: 300 };

interface Parts {
  readonly work: Work;
  readonly known: KnownGames;
  readonly logger: Logger;
}

/** The job that fetches requested games, one after the other, as the provider's limit allows; users have turns. */
export const fetchRequestedGames = (parts: Parts) =>
  new Worker({ name: 'game-requests', idleMs, logger: parts.logger, step: () => fetchNext(parts) });

/** @returns whether there may be another request to work on */
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
    logger.warn({ guid, attempts, reason: String(fault) }, 'A requested game could not be fetched');
    await postpone(work, request, Math.min(firstPauseSeconds * 2 ** attempts, longestPauseSeconds));
  }
  return true;
}

/** Whose allowance is short, of a fault that says that the provider was not asked. */
function shortageOf(fault: unknown): 'all' | 'own' | null {
  if (!(fault instanceof ProviderFault)) return null;
  if (fault.kind === 'share-used') return 'own';
  return fault.kind === 'limit-reached' ? 'all' : null;
}
