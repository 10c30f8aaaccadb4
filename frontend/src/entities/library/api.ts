import type * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import type * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import type { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import type * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import type { LibraryChanges, WholeLibrary } from '@nightshelf/contracts/library-answers.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import { type AnyCall, type AnyRequest, type ApiRequest, addressOf } from '../../lib/api-client.ts';
import { request } from '../../lib/request.ts';
import { type Change, type EntryChanges, partOf, playthroughFields, sessionFields } from './sync/change.ts';

export type { EntryChanges } from './sync/change.ts';

/** A server older than this client ignores `since`: it returns the whole library, without a version. */
export type LibraryAnswer = { readonly version?: string } & (
  | Pick<WholeLibrary, 'library'>
  | Pick<LibraryChanges, 'whole_needed' | 'changed' | 'removed'>
);

/**
 * @param cursor version of an earlier response; null requests the whole library
 * @param whileUnreached retry timeout in milliseconds while the server is unreachable
 */
export const listLibrary = (cursor: string | null, whileUnreached?: number): SagaGenerator<LibraryAnswer> =>
  cursor === null
    ? request<typeof listWholeLibrary>({ method: 'GET', path: '/api/games/library' }, { whileUnreached })
    : request<typeof libraryCalls.listLibrary>(
        { method: 'GET', path: '/api/games/library', query: { since: cursor } },
        { whileUnreached },
      );

/** The page requests this address before the client's own code has loaded. */
export const libraryAddress = (cursor: string | null): string =>
  addressOf('/api/games/library', cursor === null ? {} : { query: { since: cursor } });

type Library = typeof libraryCalls;
type Journal = typeof journalCalls;
type Playthroughs = typeof playthroughCalls;

/** Checks a request against its call in the contract. */
const typed = <C extends AnyCall>(given: ApiRequest<C>): AnyRequest => given as AnyRequest;

/**
 * Returns the request of a queued call.
 * @param entry the server's entry; ignored for an addition
 * @param changes the fields of an update to send
 */
export function requestOf(
  change: Change,
  entry: Pick<LibraryEntry, 'id' | 'version'>,
  changes: EntryChanges = {},
): AnyRequest {
  const ofEntry = {
    params: { id: entry.id },
    ...(change.action !== undefined && { query: { action: change.action } }),
  };
  switch (change.call) {
    case 'addEntry':
      // The server imports the game from the catalog when the library does not have it yet.
      return typed<Library['addEntry']>({
        method: 'POST',
        path: '/api/games/library/add',
        body: { game_guid: change.guid, ...change.body, known_only: false },
      });
    case 'updateEntry':
      return typed<Library['updateEntry']>({
        method: 'PUT',
        path: '/api/games/library/:id',
        ...ofEntry,
        body: { ...changes, if_version: entry.version },
      });
    case 'removeEntry':
      return typed<Library['removeEntry']>({ method: 'DELETE', path: '/api/games/library/:id', ...ofEntry });
    case 'restoreEntry':
      return typed<Library['restoreEntry']>({ method: 'POST', path: '/api/games/library/:id/restore', ...ofEntry });
    case 'logPlaySession': {
      const session = partOf(change);
      return typed<Journal['logPlaySession']>({
        method: 'POST',
        path: '/api/games/library/:id/sessions',
        params: { id: entry.id },
        body: { id: session.id, ...sessionFields(session) },
      });
    }
    case 'changePlaySession': {
      const { id, version, ...session } = partOf(change);
      return typed<Journal['changePlaySession']>({
        method: 'PUT',
        path: '/api/games/library/sessions/:id',
        params: { id },
        body: { ...sessionFields(session), if_version: version },
      });
    }
    case 'removePlaySession':
      return typed<Journal['removePlaySession']>({
        method: 'DELETE',
        path: '/api/games/library/sessions/:id',
        params: { id: partOf(change).id },
      });
    case 'addPlaythrough': {
      const playthrough = partOf(change);
      return typed<Playthroughs['addPlaythrough']>({
        method: 'POST',
        path: '/api/games/library/:id/playthroughs',
        params: { id: entry.id },
        body: { id: playthrough.id, ...playthroughFields(playthrough) },
      });
    }
    case 'changePlaythrough': {
      const { id, version, ...playthrough } = partOf(change);
      return typed<Playthroughs['changePlaythrough']>({
        method: 'PUT',
        path: '/api/games/library/playthroughs/:id',
        params: { id },
        body: { ...playthroughFields(playthrough), if_version: version },
      });
    }
    case 'removePlaythrough':
      return typed<Playthroughs['removePlaythrough']>({
        method: 'DELETE',
        path: '/api/games/library/playthroughs/:id',
        params: { id: partOf(change).id },
      });
  }
}
