import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { measureQueues } from '@nightshelf/platform/jobs/queues.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import type { LibrarySettings } from '../config.ts';
import { type Files, sendFile } from '../exports/files.ts';
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
import { lookAtSteam, waitingForLook } from './steam/look-at-steam.ts';
import { steamSyncRoutes } from './steam/synchronise.ts';
import { undoImport } from './undo-import.ts';
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

interface Parts {
  readonly work: Work;
  readonly files: Files;
  /** Called when an import should run. */
  readonly onGoesOn: (id: string) => void;
  /** Called when rows should be matched. */
  readonly onToMatch: (id: string) => void;
}

const success = true as const;

function importRoutes(app: FastifyInstance, { work, files, onGoesOn, onToMatch }: Parts): void {
  route(app, importCalls.listImports, async ({ identity }) => ({
    success,
    message: 'Your imports.',
    imports: await listImports(work.query(), identity.userId),
  }));

  route(app, importCalls.beginImport, async ({ identity, body, intent }) => ({
    success,
    message: 'Import started.',
    import: await beginImport(work.for(intent), identity.userId, body),
  }));

  route(app, importCalls.sendImportRows, async ({ identity: { userId }, params: { id }, body: sent, intent }) => {
    const taken = await takeRows(work.for(intent), { userId, id, sent });
    if (taken.matching) onToMatch(id);
    return { success, message: 'Rows received.', import: taken };
  });

  route(app, importCalls.sendImportParts, async ({ identity: { userId }, params: { id }, body: sent, intent }) => ({
    success,
    message: 'Received.',
    import: await takeParts(work.for(intent), { userId, id, sent }),
  }));

  route(app, importCalls.getImport, async ({ identity, params }) => {
    const em = work.query();
    const found = await withFigures(em, await ownImport(em, identity.userId, params.id));
    return { success, message: 'Your import.', import: found };
  });

  route(
    app,
    importCalls.listImportRows,
    async ({ identity: { userId }, params, query: { after = 0, limit, show } }) => {
      const em = work.query();
      const { id, ...manner } = await ownImport(em, userId, params.id);
      const kept = await rowsOf(em, id, { after, limit: limit + 1, attention: show === 'attention' });
      const rows = await presentRows(em, userId, manner, kept.slice(0, limit));
      const next = kept.length > limit ? (rows.at(-1)?.position ?? null) : null;
      return { success, message: 'The rows of your import.', rows, next };
    },
  );

  route(app, importCalls.matchImportRow, async ({ identity: { userId }, params: { id, position }, body, intent }) => {
    const guid = 'own' in body ? 'own' : body.guid;
    await matchRow(work.for(intent), { userId, id, position, guid });
    return { success, message: 'Row changed.', row: await readRow(work.query(), userId, id, position) };
  });

  route(app, importCalls.listChosenGames, async ({ identity: { userId }, query: { after, limit } }) => {
    const { choices, next } = await listChoices(work.query(), userId, { after, limit });
    return { success, message: 'Your matches.', choices: [...choices], next };
  });

  route(app, importCalls.rematchImportRows, async ({ identity: { userId }, params: { id }, intent }) => {
    const rows = await lookUpAgain(work.for(intent), userId, id);
    if (rows > 0) onToMatch(id);
    return { success, message: 'Looking up the rows again.', rows };
  });

  route(app, importCalls.addUnmatchedRows, async ({ identity: { userId }, params: { id }, intent }) => ({
    success,
    message: 'The rows will become your own games.',
    rows: await addUnmatchedRows(work.for(intent), userId, id),
  }));

  route(app, importCalls.chooseImportRule, async ({ identity, params, body, intent }) => {
    const chosen = await chooseRule(work.for(intent), identity.userId, params.id, body.rule);
    return { success, message: 'Rule saved.', import: await withFigures(work.query(), chosen) };
  });

  route(app, importCalls.stepImport, async ({ identity, params: { id }, body, intent }) => {
    const stepped = await stepImport(work.for(intent), identity.userId, id, body.step);
    if (stepped.status === 'running' || stepped.status === 'undoing') onGoesOn(id);
    return { success, message: 'Your import.', import: stepped };
  });

  route(app, importCalls.removeImport, async ({ identity, params, intent }) => {
    await removeImport(work.for(intent), identity.userId, params.id);
    return { success, message: 'Import deleted.' };
  });

  route(app, importCalls.downloadImportReport, async ({ identity: { userId }, params, reply }) => {
    const found = await ownImport(work.query(), userId, params.id);
    return sendFile(reply, files, { name: 'nightshelf-import', ending: 'csv' }, reportOf(work.query(), userId, found));
  });
}
