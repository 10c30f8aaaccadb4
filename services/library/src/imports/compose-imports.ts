import { measureQueues } from '@nightshelf/platform/jobs/queue-metrics.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { LibrarySettings } from '../config.ts';
import type { Files } from '../exports/files.ts';
import { waitingImports } from './due-import.ts';
import { matchImport, waitingToMatch } from './matching/match-import.ts';
import { importRoutes } from './routes.ts';
import { runImport } from './run-import.ts';
import { lookAtSteam, waitingForLook } from './steam/look-at-steam.ts';
import { steamSyncRoutes } from './steam/routes.ts';
import { undoImport } from './undo-import.ts';
import { pruneImports } from './vault-imports.ts';
import { WakingQueue } from './waking-queue.ts';

const pruneMs = 3_600_000;

/** Imports and Steam sync: routes, queues and retention. */
export function composeImports(foundation: Foundation<LibrarySettings>, files: Files): ServicePart {
  const { work, settings, redis, logger, registry, measureConnection } = foundation;
  const common = {
    redisUrl: settings.REDIS_URL,
    isRedisThere: () => redis.status === 'ready',
    atOnce: 2,
    logger,
    measureConnection,
  };
  const imports = new WakingQueue({
    ...common,
    name: 'library-imports',
    findWaiting: () => waitingImports(work),
    goOn: async (id) => (await runImport(work, id)) || (await undoImport(work, id)),
  });
  const catalog = { catalogUrl: settings.CATALOG_URL, identitySecret: settings.IDENTITY_SECRET };
  const onGoesOn = (id: string) => void imports.wake(id);
  const matching = new WakingQueue({
    ...common,
    name: 'library-import-matching',
    findWaiting: () => waitingToMatch(work),
    goOn: (id, stopping) => matchImport({ work, ...catalog, onMatched: onGoesOn }, id, stopping),
  });
  const looks = new WakingQueue({
    ...common,
    name: 'library-steam-looks',
    findWaiting: () => waitingForLook(work),
    goOn: async (userId, stopping) => {
      await lookAtSteam({ work, ...catalog, onGoesOn }, userId, stopping);
      return false;
    },
  });
  measureQueues(registry, redis, [imports, matching, looks]);
  const pruning = new Worker({
    name: 'prune-imports',
    idleMs: pruneMs,
    logger,
    step: () => work.transaction(({ em }) => pruneImports(em)),
  });
  return {
    routes: async (app) => {
      importRoutes(app, { work, files, onGoesOn, onToMatch: (id) => void matching.wake(id) });
      steamSyncRoutes(app, { work, onDue: (userId) => void looks.wake(userId) });
    },
    jobs: [imports, matching, looks, pruning],
    close: async () => {
      await Promise.all([imports.close(), matching.close(), looks.close()]);
    },
  };
}
