import type * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import type * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import type { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import type * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import type { LibraryChanges, WholeLibrary } from '@nightshelf/contracts/library-answers.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { SagaGenerator } from 'typed-redux-saga';
import { type AnyRequest, addressOf } from '../../lib/api-client.ts';
import { request } from '../../lib/request.ts';
import {
  type CallName,
  type Change,
  type EntryChanges,
  isOfPart,
  isSession,
  playthroughFields,
  sessionFields,
} from './sync/change.ts';

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

type Calls = typeof libraryCalls & typeof journalCalls & typeof playthroughCalls;

const addresses: { readonly [Call in CallName]: readonly [Calls[Call]['method'], Calls[Call]['path']] } = {
  addEntry: ['POST', `${path}/add`],
  updateEntry: ['PUT', `${path}/:id`],
  removeEntry: ['DELETE', `${path}/:id`],
  restoreEntry: ['POST', `${path}/:id/restore`],
  logPlaySession: ['POST', `${path}/:id/sessions`],
  changePlaySession: ['PUT', `${path}/sessions/:id`],
  removePlaySession: ['DELETE', `${path}/sessions/:id`],
  addPlaythrough: ['POST', `${path}/:id/playthroughs`],
  changePlaythrough: ['PUT', `${path}/playthroughs/:id`],
  removePlaythrough: ['DELETE', `${path}/playthroughs/:id`],
};

/** Returns false for calls that a later, rolled-back release has queued. */
export const isKnownCall = ({ call }: Change): boolean => call in addresses;

/** @param changes the fields of an update to send */
function bodyOf(change: Change, { version }: Pick<LibraryEntry, 'version'>, changes: EntryChanges): object | undefined {
  // The server imports the game from the catalog when the library does not have it yet.
  if (change.call === 'addEntry') return { game_guid: change.guid, ...change.body, known_only: false };
  if (change.call === 'updateEntry') return { ...changes, if_version: version };
  if (!isOfPart(change) || !change.now) return undefined;
  const { now } = change;
  const fields = isSession(now) ? sessionFields(now) : playthroughFields(now);
  return change.before ? { ...fields, if_version: now.version } : { id: now.id, ...fields };
}

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
  const [method, address] = addresses[change.call];
  const { id } = isOfPart(change) && change.before ? change.before : entry;
  const body = bodyOf(change, entry, changes);
  return {
    method,
    path: address,
    ...(change.call !== 'addEntry' && { params: { id } }),
    ...(change.action !== undefined && change.call !== 'addEntry' && { query: { action: change.action } }),
    ...(body && { body }),
  };
}
