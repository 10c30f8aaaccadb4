import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { Files } from '../exports/files.ts';
import { forgetHistory } from './forget-history.ts';
import { historyRoutes } from './routes.ts';

const hourMs = 60 * 60 * 1000;

type Given = Pick<Foundation<object>, 'work' | 'logger'>;

/** Entry history: routes, monthly partitions created in advance, and retention. */
export function composeHistory({ work, logger }: Given, files: Files): ServicePart {
  const months = () =>
    work.transaction(async ({ em }) => {
      // While this waits for its lock, other transactions queue behind it.
      await em.execute(`select set_config('lock_timeout', '2s', true)`);
      await em.execute('select make_history_months()');
      return false;
    });
  return {
    routes: (app) => historyRoutes(app, { work, files }),
    jobs: [
      new Worker({ name: 'make-history-months', idleMs: hourMs, logger, step: months }),
      new Worker({
        name: 'forget-history',
        idleMs: hourMs,
        logger,
        step: () => work.transaction(({ em }) => forgetHistory(em, null)),
      }),
    ],
  };
}
