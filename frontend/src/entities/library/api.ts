import type * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import type { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import type { LibraryChanges, WholeLibrary } from '@nightshelf/contracts/library-answers.ts';
import type { EntryChanged, EntryFields, LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import { addressOf } from '../../lib/api-client.ts';
import type { ApiError } from '../../lib/api-errors.ts';
import { request } from '../../lib/request.ts';
import { hasCode } from '../../lib/submission.ts';

export interface Sent {
  readonly key: string;
  /** The device stores the change, so it survives the page. */
  readonly isKept: boolean;
  /** Id of the bulk action that this change belongs to. */
  readonly action?: string | undefined;
}

const partOf = ({ action }: Sent) => (action === undefined ? {} : { query: { action } });

export type EntryChanges = Partial<EntryFields & Pick<LibraryEntry, 'is_shared' | 'tags'>>;

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

/** Adds a game; the server imports it from the catalog when the library does not have it yet. */
export const addEntry = (game_guid: string, fields: EntryFields, sent: Sent) =>
  request<typeof libraryCalls.addEntry>(
    {
      method: 'POST',
      path: '/api/games/library/add',
      body: { game_guid, ...fields, known_only: false },
    },
    sent,
  );

/** @param version the entry version that was edited; the server rejects any other version (see `entryNow`) */
export const updateEntry = (id: string, changes: EntryChanges, version: number, sent: Sent) =>
  request<typeof libraryCalls.updateEntry>(
    {
      method: 'PUT',
      path: '/api/games/library/:id',
      params: { id },
      ...partOf(sent),
      body: { ...changes, if_version: version },
    },
    sent,
  );

/** Returns the current entry when the server rejected a change because of a newer version. */
export const entryNow = (error: unknown): LibraryEntry | null =>
  hasCode(error, 'library.entry_changed') ? ((error as ApiError).failure as EntryChanged).entry : null;

export const removeEntry = (id: string, sent: Sent) =>
  request<typeof libraryCalls.removeEntry>(
    { method: 'DELETE', path: '/api/games/library/:id', params: { id }, ...partOf(sent) },
    sent,
  );

export const restoreEntry = (id: string, sent: Sent) =>
  request<typeof libraryCalls.restoreEntry>(
    { method: 'POST', path: '/api/games/library/:id/restore', params: { id }, ...partOf(sent) },
    sent,
  );
