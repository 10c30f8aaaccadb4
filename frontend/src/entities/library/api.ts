import type * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import type { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import type { LibraryChanges, WholeLibrary } from '@nightshelf/contracts/library-answers.ts';
import type { EntryChanged, EntryFields, LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import { addressOf } from '../../lib/api-client.ts';
import type { ApiError } from '../../lib/api-errors.ts';
import { request } from '../../lib/request.ts';
import { hasCode } from '../../lib/submission.ts';

/** How a change is sent. */
export interface Sent {
  /** Names the intent. */
  readonly key: string;
  /** The device has it, whatever becomes of the page. */
  readonly isKept: boolean;
  /** What was done to several games at once, of which it is a part. */
  readonly action?: string | undefined;
}

const partOf = ({ action }: Sent) => (action === undefined ? {} : { query: { action } });

export type EntryChanges = Partial<EntryFields & Pick<LibraryEntry, 'is_shared' | 'tags'>>;

/** A server that is older than this client answers the whole, whatever it is asked, and without a version. */
export type LibraryAnswer = { readonly version?: string } & (
  | Pick<WholeLibrary, 'library'>
  | Pick<LibraryChanges, 'whole_needed' | 'changed' | 'removed'>
);

/**
 * @param cursor the version of an earlier answer; null asks for the whole
 * @param whileUnreached milliseconds for which it is tried while nobody answers at all
 */
export const listLibrary = (cursor: string | null, whileUnreached?: number): SagaGenerator<LibraryAnswer> =>
  cursor === null
    ? request<typeof listWholeLibrary>({ method: 'GET', path: '/api/games/library' }, { whileUnreached })
    : request<typeof libraryCalls.listLibrary>(
        { method: 'GET', path: '/api/games/library', query: { since: cursor } },
        { whileUnreached },
      );

/** The address that the vault is asked for at; it is asked for ahead of the client's own code. */
export const libraryAddress = (cursor: string | null): string =>
  addressOf('/api/games/library', cursor === null ? {} : { query: { since: cursor } });

/** Adds a game, whether or not the library knows it yet: what it does not know it asks the catalog for. */
export const addEntry = (game_guid: string, fields: EntryFields, sent: Sent) =>
  request<typeof libraryCalls.addEntry>(
    {
      method: 'POST',
      path: '/api/games/library/add',
      body: { game_guid, ...fields, known_only: false },
    },
    sent,
  );

/** @param version of the entry that the changes were made to: of any other it is refused (`entryNow`) */
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

/** The entry as it is now, where a change was refused because it had changed meanwhile. */
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
