import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { versionWanted } from '@nightshelf/platform/http/headers.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { because, callerAsCause } from '../history/cause.ts';
import { addEntry, addExternalEntry } from './add-entry.ts';
import { removeEntry } from './remove-entry.ts';
import { restoreEntry } from './restore-entry.ts';
import { updateEntry } from './update-entry.ts';

export function entryRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, libraryCalls.addEntry, async ({ identity, body, intent }) =>
    added(await addEntry(because(callerAsCause(identity), work.for(intent)), identity.userId, body)),
  );

  route(app, libraryCalls.addExternalEntry, async ({ identity, body, intent }) =>
    added(await addExternalEntry(because(callerAsCause(identity), work.for(intent)), identity.userId, body)),
  );

  route(
    app,
    libraryCalls.updateEntry,
    async ({ identity, params: { id }, query: { action }, body, intent, request }) => {
      const { if_version, ...change } = body;
      const ifVersion = versionWanted(request.headers['if-match'], if_version);
      const { userId } = identity;
      const cause = callerAsCause(identity, action);
      return updated(await updateEntry(because(cause, work.for(intent)), { userId, id, change, ifVersion }));
    },
  );

  route(app, libraryCalls.removeEntry, async ({ identity, params: { id }, query: { action }, intent, request }) => {
    const ifVersion = versionWanted(request.headers['if-match']);
    const { userId } = identity;
    await removeEntry(because(callerAsCause(identity, action), work.for(intent)), { userId, id, ifVersion });
    return removed();
  });

  route(app, libraryCalls.restoreEntry, async ({ identity, params, query: { action }, intent }) => {
    const cause = { kind: 'undo', ...(action !== undefined && { action }) } as const;
    return restored(await restoreEntry(because(cause, work.for(intent)), identity.userId, params.id));
  });
}

const success = true as const;

const added = (user_game: LibraryEntry) => ({ success, message: 'Game added to your library.', user_game });

const updated = (user_game: LibraryEntry) => ({ success, message: 'Game updated.', user_game });

const removed = () => ({ success, message: 'Game removed from your library.' });

const restored = (user_game: LibraryEntry) => ({ success, message: 'Game restored.', user_game });
