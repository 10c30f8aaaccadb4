import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { callerAsCause } from '../history/cause.ts';
import type { Serve } from '../serve.ts';
import { addEntry, addExternalEntry } from './add-entry.ts';
import { removeEntry } from './remove-entry.ts';
import { restoreEntry } from './restore-entry.ts';
import { updateEntry } from './update-entry.ts';

const added = 'Game added to your library.';

export function entryRoutes(serve: Serve): void {
  serve(libraryCalls.addEntry, added, async (request) => ({ user_game: await addEntry(request) }), callerAsCause);
  serve(
    libraryCalls.addExternalEntry,
    added,
    async (request) => ({ user_game: await addExternalEntry(request) }),
    callerAsCause,
  );
  serve(
    libraryCalls.updateEntry,
    'Game updated.',
    async (request) => ({ user_game: await updateEntry(request) }),
    callerAsCause,
  );
  serve(libraryCalls.removeEntry, 'Game removed from your library.', removeEntry, callerAsCause);
  serve(
    libraryCalls.restoreEntry,
    'Game restored.',
    async (request) => ({ user_game: await restoreEntry(request) }),
    ({ query: { action } }) => ({ kind: 'undo', ...(action && { action }) }),
  );
}
