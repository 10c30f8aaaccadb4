import * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import { streamed } from '../exports/files.ts';
import { returning, serving } from '../serve.ts';
import { actionsOf } from './actions.ts';
import { forgetHistory, historyState, keepHistory } from './keep-history.ts';
import { removedGames } from './removed-games.ts';
import { restoreStep } from './restore-step.ts';
import { stepsOfEntry, stepsOfVault } from './steps.ts';
import { undoAction } from './undo-action.ts';
import { answerAt, vaultAt } from './vault-at.ts';

const hourMs = 60 * 60 * 1000;

type Given = Pick<Foundation<object>, 'work' | 'logger'>;

/** Entry history: routes, monthly partitions created in advance, and retention. */
export function composeHistory({ work, logger }: Given): ServicePart {
  const months = () =>
    work.transaction(async ({ em }) => {
      // While this waits for its lock, other transactions queue behind it.
      await em.execute(`select set_config('lock_timeout', '2s', true)`);
      await em.execute('select make_history_months()');
      return false;
    });
  return {
    routes: (app) => historyRoutes(app, work),
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

function historyRoutes(app: FastifyInstance, work: Work): void {
  const serve = serving(app, work);
  const changes = 'Changes in your library.';

  serve(historyCalls.listHistory, changes, stepsOfVault);
  serve(historyCalls.keepHistory, 'Setting saved.', (request) => keepHistory(request, work));
  serve(historyCalls.listEntryHistory, changes, stepsOfEntry);
  serve(historyCalls.restoreStep, 'Game updated.', returning('user_game', restoreStep), () => ({ kind: 'history' }));
  serve(historyCalls.listActions, 'Your recent changes.', actionsOf);
  serve(historyCalls.undoAction, 'Undone.', async (request) => {
    const undone = await undoAction(request);
    return { ...undone, ...(undone.undone === 0 && { message: 'Nothing left to undo.' }) };
  });
  serve(historyCalls.listRemovedGames, 'Removed games.', removedGames);
  route(app, historyCalls.readVaultAt, async ({ identity: { userId }, query: { date }, reply }) => {
    const { began_at } = await historyState(work.query(), userId);
    const games = vaultAt(work.query(), userId, { date, since: began_at });
    reply.type('application/json; charset=utf-8').header('cache-control', 'private, no-store');
    return reply.send(streamed(answerAt(began_at, games)));
  });
}
