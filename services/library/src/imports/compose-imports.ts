import { type Foundation, type ServicePart, Worker } from '@nightshelf/platform';
import type { Files } from '../exports/files.ts';
import { ImportQueue } from './import-queue.ts';
import { importRoutes } from './routes.ts';
import { runImport } from './run-import.ts';
import { undoImport } from './undo-import.ts';
import { pruneImports } from './vault-imports.ts';

/** Between looks for imports whose time is over, in milliseconds. */
const pruneMs = 3_600_000;

type Given = Pick<Foundation<object>, 'work' | 'settings' | 'redis' | 'logger'>;

/** Bringing a collection along: its calls, the queue that works it off, and what forgets it after its time. */
export function composeImports({ work, settings, redis, logger }: Given, files: Files): ServicePart {
  const queue = new ImportQueue({
    redisUrl: settings.REDIS_URL,
    work,
    isRedisThere: () => redis.status === 'ready',
    goOn: async (id) => (await runImport(work, id)) || (await undoImport(work, id)),
    logger,
  });
  const pruning = new Worker({
    name: 'prune-imports',
    idleMs: pruneMs,
    logger,
    step: () => work.transaction(({ em }) => pruneImports(em)),
  });
  return {
    routes: (app) => importRoutes(app, { work, files, onGoesOn: (id) => void queue.wake(id) }),
    jobs: [queue, pruning],
    close: () => queue.close(),
  };
}
