import type * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import type * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import type { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import type * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import type { LibraryChanges, WholeLibrary } from '@nightshelf/contracts/library-answers.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import { type AnyRequest, addressOf, apiRequest } from '../../lib/api-client.ts';
import { request } from '../../lib/request.ts';
import { type Change, type EntryChanges, partOf, playthroughFields, sessionFields } from './sync/change.ts';

export type { EntryChanges } from './sync/change.ts';

const path = '/api/games/library';

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
    ? request<typeof listWholeLibrary>({ method: 'GET', path }, { whileUnreached })
    : request<typeof libraryCalls.listLibrary>({ method: 'GET', path, query: { since: cursor } }, { whileUnreached });

/** The page requests this address before the client's own code has loaded. */
export const libraryAddress = (cursor: string | null): string =>
  addressOf(path, cursor === null ? {} : { query: { since: cursor } });

type Library = typeof libraryCalls;
type Journal = typeof journalCalls;
type Playthroughs = typeof playthroughCalls;

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
      return apiRequest<Library['addEntry']>('POST', `${path}/add`, {
        body: { game_guid: change.guid, ...change.body, known_only: false },
      });
    case 'updateEntry':
      return apiRequest<Library['updateEntry']>('PUT', `${path}/:id`, {
        ...ofEntry,
        body: { ...changes, if_version: entry.version },
      });
    case 'removeEntry':
      return apiRequest<Library['removeEntry']>('DELETE', `${path}/:id`, ofEntry);
    case 'restoreEntry':
      return apiRequest<Library['restoreEntry']>('POST', `${path}/:id/restore`, ofEntry);
    case 'logPlaySession': {
      const session = partOf(change);
      const body = { id: session.id, ...sessionFields(session) };
      return apiRequest<Journal['logPlaySession']>('POST', `${path}/:id/sessions`, { params: { id: entry.id }, body });
    }
    case 'changePlaySession': {
      const { id, version, ...session } = partOf(change);
      const body = { ...sessionFields(session), if_version: version };
      return apiRequest<Journal['changePlaySession']>('PUT', `${path}/sessions/:id`, { params: { id }, body });
    }
    case 'removePlaySession':
      return apiRequest<Journal['removePlaySession']>('DELETE', `${path}/sessions/:id`, {
        params: { id: partOf(change).id },
      });
    case 'addPlaythrough': {
      const playthrough = partOf(change);
      const body = { id: playthrough.id, ...playthroughFields(playthrough) };
      return apiRequest<Playthroughs['addPlaythrough']>('POST', `${path}/:id/playthroughs`, {
        params: { id: entry.id },
        body,
      });
    }
    case 'changePlaythrough': {
      const { id, version, ...playthrough } = partOf(change);
      const body = { ...playthroughFields(playthrough), if_version: version };
      return apiRequest<Playthroughs['changePlaythrough']>('PUT', `${path}/playthroughs/:id`, { params: { id }, body });
    }
    case 'removePlaythrough':
      return apiRequest<Playthroughs['removePlaythrough']>('DELETE', `${path}/playthroughs/:id`, {
        params: { id: partOf(change).id },
      });
  }
}
