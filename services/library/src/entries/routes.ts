import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { callerAsCause } from '../history/cause.ts';
import { returning, type Serve } from '../serve.ts';
import { addEntry, addExternalEntry } from './add-entry.ts';
import { removeEntry } from './remove-entry.ts';
import { restoreEntry } from './restore-entry.ts';
import { updateEntry } from './update-entry.ts';

const added = 'Game added to your library.';

export function entryRoutes(serve: Serve): void {
  serve(libraryCalls.addEntry, added, returning('user_game', addEntry), callerAsCause);
  serve(libraryCalls.addExternalEntry, added, returning('user_game', addExternalEntry), callerAsCause);
  serve(libraryCalls.updateEntry, 'Game updated.', returning('user_game', updateEntry), callerAsCause);
  serve(libraryCalls.removeEntry, 'Game removed from your library.', removeEntry, callerAsCause);
  serve(libraryCalls.restoreEntry, 'Game restored.', returning('user_game', restoreEntry), ({ query: { action } }) => ({
    kind: 'undo',
    ...(action && { action }),
  }));
}
