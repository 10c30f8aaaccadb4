import * as exportCalls from '@nightshelf/contracts/calls/exports.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { exportedEntries, tableOf } from './exported-entries.ts';
import { sendFile } from './files.ts';
import { formats, tableIn } from './formats.ts';
import { wholeOf } from './whole.ts';

const name = 'nightshelf';

export function exportRoutes(app: FastifyInstance, work: Work): void {
  route(app, exportCalls.exportVaultTable, async ({ identity: { userId }, reply }) =>
    sendFile(reply, name, 'csv', tableOf(exportedEntries(work.query(), userId))),
  );

  route(app, exportCalls.exportVaultFor, async ({ identity: { userId }, params: { format }, reply }) => {
    const entries = exportedEntries(work.query(), userId);
    return sendFile(reply, `${name}-${format}`, 'csv', tableIn(formats[format], entries));
  });

  route(app, exportCalls.exportVault, async ({ identity: { userId }, reply }) =>
    sendFile(reply, name, 'json', wholeOf(work.query(), userId, new Date())),
  );
}
