import * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { versionWanted } from '@nightshelf/platform/http/headers.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import { type Files, streamed } from '../exports/files.ts';
import { actionsOf } from './actions.ts';
import { because } from './cause.ts';
import { forgetHistory, historyState, keepHistory } from './keep-history.ts';
import { removedGames } from './removed-games.ts';
import { restoreStep } from './restore-step.ts';
import { stepsOfEntry, stepsOfVault } from './steps.ts';
import { undoAction } from './undo-action.ts';
import { answerAt, vaultAt } from './vault-at.ts';

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

interface Parts {
  readonly work: Work;
  readonly files: Files;
}

const success = true as const;
const message = 'Changes in your library.';

/** Routes that list the history and revert to it. */
function historyRoutes(app: FastifyInstance, { work, files }: Parts): void {
  route(app, historyCalls.listHistory, async ({ identity: { userId }, query: { limit, before } }) => {
    const state = await historyState(work.query(), userId);
    const { steps, next } = await stepsOfVault(work.query(), userId, { since: state.began_at, before, limit });
    return { success, message, ...state, steps: [...steps], next };
  });

  route(app, historyCalls.keepHistory, async ({ identity: { userId }, body: { keep }, intent }) => ({
    success,
    message: 'Setting saved.',
    ...(await keepHistory(work.for(intent), work, userId, keep)),
  }));

  route(
    app,
    historyCalls.listEntryHistory,
    async ({ identity: { userId }, params: { id }, query: { limit, before } }) => {
      const state = await historyState(work.query(), userId);
      const { steps, hasMore } = await stepsOfEntry(work.query(), userId, { id, since: state.began_at, before, limit });
      return { success, message, ...state, steps: [...steps], next: hasMore ? (steps.at(-1)?.step ?? null) : null };
    },
  );

  route(
    app,
    historyCalls.restoreStep,
    async ({ identity: { userId }, params: { id, step }, body, intent, request }) => {
      const ifVersion = versionWanted(request.headers['if-match'], body.if_version);
      const change = because({ kind: 'history' }, work.for(intent));
      return {
        success,
        message: 'Game updated.',
        user_game: await restoreStep(change, { userId, id, step, ifVersion }),
      };
    },
  );

  route(app, historyCalls.listActions, async ({ identity: { userId }, query: { limit, before } }) => {
    const state = await historyState(work.query(), userId);
    const { actions, next } = await actionsOf(work.query(), userId, { since: state.began_at, before, limit });
    return { success, message: 'Your recent changes.', ...state, actions: [...actions], next };
  });

  route(app, historyCalls.undoAction, async ({ identity: { userId }, params: { step }, body: { after }, intent }) => {
    const undone = await undoAction(work.for(intent), { userId, step, after });
    return { success, message: undone.undone > 0 ? 'Undone.' : 'Nothing left to undo.', ...undone };
  });

  route(app, historyCalls.listRemovedGames, async ({ identity: { userId }, query: { after, limit } }) => {
    const { games, next } = await removedGames(work.query(), userId, { after, limit });
    return { success, message: 'Removed games.', games: [...games], next };
  });

  route(app, historyCalls.readVaultAt, async ({ identity: { userId }, query: { date }, reply }) => {
    const { began_at } = await historyState(work.query(), userId);
    const games = vaultAt(work.query(), userId, { date, since: began_at });
    reply.type('application/json; charset=utf-8').header('cache-control', 'private, no-store');
    return reply.send(streamed(files, answerAt(began_at, games)));
  });
}
