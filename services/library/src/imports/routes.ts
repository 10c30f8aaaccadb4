import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { measureQueues } from '@nightshelf/platform/jobs/queues.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import type { LibrarySettings } from '../config.ts';
import { sendFile } from '../exports/files.ts';
import { returning, serving } from '../serve.ts';
import { pageOf } from '../sql.ts';
import {
  beginImport,
  chooseRule,
  listImports,
  ownImport,
  pruneImports,
  removeImport,
  stepImport,
  takeParts,
  takeRows,
  withFigures,
} from './imports.ts';
import { addUnmatchedRows, listChoices, lookUpAgain, matchRow, readRow } from './match-row.ts';
import { matchImport, waitingToMatch } from './matching/match-import.ts';
import { presentRows, reportOf, rowsOf } from './rows.ts';
import { runImport, waitingImports } from './run-import.ts';
import { syncAccount, waitingForSync } from './steam/sync-account.ts';
import { steamSyncRoutes } from './steam/synchronise.ts';
import { WakingQueue } from './waking-queue.ts';

const pruneMs = 3_600_000;

/** Imports and Steam sync: routes, queues and retention. */
export function composeImports(foundation: Foundation<LibrarySettings>): ServicePart {
  const { work, redis, logger, registry } = foundation;
  const imports = new WakingQueue(foundation, {
    name: 'library-imports',
    waiting: waitingImports,
    processPart: (id) => runImport(work, id),
  });
  const matching = new WakingQueue(foundation, {
    name: 'library-import-matching',
    waiting: waitingToMatch,
    // Most of them wait for a provider, and none may wait for another user's provider.
    concurrency: 20,
    isOnce: true,
    processPart: async (id, stopping) => {
      const isMore = await matchImport(foundation, id, stopping);
      void imports.wake(id);
      return isMore;
    },
  });
  const syncs = new WakingQueue(foundation, {
    name: 'library-steam-looks',
    waiting: waitingForSync,
    isOnce: true,
    processPart: async (userId, stopping) => {
      const id = await syncAccount(foundation, userId, stopping);
      if (id) await imports.wake(id);
      return false;
    },
  });
  const queues = [imports, matching, syncs];
  measureQueues(registry, redis, queues);
  const pruning = new Worker({
    name: 'prune-imports',
    idleMs: pruneMs,
    logger,
    step: () => work.transaction(({ em }) => pruneImports(em)),
  });
  return {
    routes: async (app) => {
      importRoutes(app, work, { imports, matching });
      steamSyncRoutes(serving(app, work), (userId) => void syncs.wake(userId));
    },
    jobs: [...queues, pruning],
    close: async () => {
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}

function importRoutes(
  app: FastifyInstance,
  work: Work,
  { imports, matching }: Record<'imports' | 'matching', WakingQueue>,
): void {
  const serve = serving(app, work);
  const message = 'Your import.';

  serve(importCalls.listImports, 'Your imports.', returning('imports', listImports));
  serve(importCalls.beginImport, 'Import started.', returning('import', beginImport));
  serve(importCalls.sendImportRows, 'Rows received.', async (request) => {
    const taken = await takeRows(request);
    if (taken.matching) void matching.wake(taken.id);
    return { import: taken };
  });
  serve(importCalls.sendImportParts, 'Received.', returning('import', takeParts));
  serve(importCalls.getImport, message, async ({ em, userId, params }) => ({
    import: await withFigures(em, await ownImport(em, userId, params.id)),
  }));
  serve(importCalls.listImportRows, 'The rows of your import.', async ({ em, userId, params, query }) => {
    const { after = 0, limit, show } = query;
    const { id, ...manner } = await ownImport(em, userId, params.id);
    const kept = await rowsOf(em, id, { after, limit: limit + 1, attention: show === 'attention' });
    const { page, next } = pageOf(kept, limit, ({ position }) => position);
    return { rows: await presentRows(em, userId, manner, page), next };
  });
  serve(importCalls.matchImportRow, 'Row changed.', async (request) => {
    await matchRow(request);
    return { row: await readRow(request) };
  });
  serve(importCalls.listChosenGames, 'Your matches.', listChoices);
  serve(importCalls.rematchImportRows, 'Looking up the rows again.', async (request) => {
    const rows = await lookUpAgain(request);
    if (rows > 0) void matching.wake(request.params.id);
    return { rows };
  });
  serve(importCalls.addUnmatchedRows, 'The rows will become your own games.', returning('rows', addUnmatchedRows));
  serve(importCalls.chooseImportRule, 'Rule saved.', async (request) => ({
    import: await withFigures(request.em, await chooseRule(request)),
  }));
  serve(importCalls.stepImport, message, async (request) => {
    const stepped = await stepImport(request);
    if (stepped.status === 'running' || stepped.status === 'undoing') void imports.wake(stepped.id);
    return { import: stepped };
  });
  serve(importCalls.removeImport, 'Import deleted.', removeImport);
  route(app, importCalls.downloadImportReport, async ({ identity: { userId }, params, reply }) => {
    const found = await ownImport(work.query(), userId, params.id);
    return sendFile(reply, 'nightshelf-import', 'csv', reportOf(work.query(), userId, found));
  });
}
