import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { type Files, sendFile } from '../exports/files.ts';
import { beginImport } from './begin-import.ts';
import { withFigures } from './figures.ts';
import { listChoices } from './list-choices.ts';
import { addUnmatchedRows, matchRow, readRow } from './match-row.ts';
import { lookUpAgain } from './matching/look-up-again.ts';
import { takeParts } from './parts/take-parts.ts';
import { reportOf } from './report.ts';
import { presentRows, rowsOf } from './rows.ts';
import { chooseRule, removeImport, stepImport } from './step-import.ts';
import { takeRows } from './take-rows.ts';
import { listImports, ownImport } from './vault-imports.ts';

interface Parts {
  readonly work: Work;
  readonly files: Files;
  /** Called when an import should run. */
  readonly onGoesOn: (id: string) => void;
  /** Called when rows should be matched. */
  readonly onToMatch: (id: string) => void;
}

const success = true as const;

export function importRoutes(app: FastifyInstance, { work, files, onGoesOn, onToMatch }: Parts): void {
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
