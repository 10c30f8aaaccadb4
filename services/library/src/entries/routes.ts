import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { versionWanted } from '@nightshelf/platform/http/headers.ts';
import { because, callerAsCause } from '../history/cause.ts';
import type { Serve } from '../serve.ts';
import { addEntry, addExternalEntry } from './add-entry.ts';
import { removeEntry } from './remove-entry.ts';
import { restoreEntry } from './restore-entry.ts';
import { updateEntry } from './update-entry.ts';

const added = 'Game added to your library.';

export function entryRoutes(serve: Serve): void {
  serve(libraryCalls.addEntry, added, async ({ identity, userId, body, change }) => ({
    user_game: await addEntry(because(callerAsCause(identity), change), userId, body),
  }));
  serve(libraryCalls.addExternalEntry, added, async ({ identity, userId, body, change }) => ({
    user_game: await addExternalEntry(because(callerAsCause(identity), change), userId, body),
  }));
  serve(libraryCalls.updateEntry, 'Game updated.', async (given) => {
    const { identity, userId, params, query, body, request } = given;
    const { if_version, ...change } = body;
    const ifVersion = versionWanted(request.headers['if-match'], if_version);
    const work = because(callerAsCause(identity, query.action), given.change);
    return { user_game: await updateEntry(work, { userId, id: params.id, change, ifVersion }) };
  });
  serve(libraryCalls.removeEntry, 'Game removed from your library.', async (given) => {
    const { identity, userId, params, query, request, change } = given;
    const ifVersion = versionWanted(request.headers['if-match']);
    return removeEntry(because(callerAsCause(identity, query.action), change), { userId, id: params.id, ifVersion });
  });
  serve(libraryCalls.restoreEntry, 'Game restored.', async ({ userId, params, query: { action }, change }) => {
    const cause = { kind: 'undo', ...(action !== undefined && { action }) } as const;
    return { user_game: await restoreEntry(because(cause, change), userId, params.id) };
  });
}
