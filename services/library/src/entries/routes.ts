import { libraryCalls } from '@nightshelf/contracts';
import { route, type Work } from '@nightshelf/platform';
import type { FastifyInstance } from 'fastify';
import { addEntry, addExternalEntry } from './add-entry.ts';
import { added, removed, restored, updated } from './presenter.ts';
import { removeEntry } from './remove-entry.ts';
import { restoreEntry } from './restore-entry.ts';
import { updateEntry } from './update-entry.ts';

export function entryRoutes(app: FastifyInstance, work: Work): void {
  route(app, libraryCalls.addEntry, async ({ identity, body }) => added(await addEntry(work, identity.userId, body)));

  route(app, libraryCalls.addExternalEntry, async ({ identity, body }) =>
    added(await addExternalEntry(work, identity.userId, body)),
  );

  route(app, libraryCalls.updateEntry, async ({ identity, params, body }) =>
    updated(await updateEntry(work, identity.userId, params.id, body)),
  );

  route(app, libraryCalls.removeEntry, async ({ identity, params }) => {
    await removeEntry(work, identity.userId, params.id);
    return removed();
  });

  route(app, libraryCalls.restoreEntry, async ({ identity, params }) =>
    restored(await restoreEntry(work, identity.userId, params.id)),
  );
}
