import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import * as favouriteCalls from '@nightshelf/contracts/calls/favourites.ts';
import * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import * as steamSyncCalls from '@nightshelf/contracts/calls/steam-sync.ts';
import * as viewCalls from '@nightshelf/contracts/calls/views.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type Identity, identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';
import { JSONParser } from '@streamparser/json';
import type { Rows } from './files.ts';

/** In milliseconds, for a whole library. */
const timeoutMs = 600_000;

interface Parts {
  readonly libraryUrl: string;
  readonly identitySecret: string;
  readonly stopping: AbortSignal;
}

type Owner = Pick<Identity, 'userId' | 'username'>;

function ask({ libraryUrl, identitySecret, stopping }: Parts, { userId, username }: Owner, path: string) {
  // A read-only token identity, because there is no session.
  const identity: Identity = { userId, username, sessionId: 'token:archive', scopes: ['library:read'] };
  return fetch(new URL(path, libraryUrl), {
    headers: { [identityHeader]: signIdentity(identity, identitySecret, Date.now(), 'library') },
    signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
  });
}

/**
 * Returns the library service's response. Throws on any error, even a 404 from an older release: an incomplete archive
 * would look complete to the user.
 */
async function told<Answer>(parts: Parts, owner: Owner, path: string): Promise<Answer> {
  const response = await ask(parts, owner, path);
  if (!response.ok) throw new Error(`Library answered ${response.status}`);
  return (await response.json()) as Answer;
}

/** Returns the user's saved views. @throws when the library service is unavailable */
export async function viewsOf(parts: Parts, owner: Owner): Promise<object[]> {
  const { views } = await told<CallAnswer<typeof viewCalls.listSavedViews>>(
    parts,
    owner,
    viewCalls.listSavedViews.path,
  );
  return views.map(({ name, query, is_default }) => ({ name, query, is_default }));
}

/** Returns the connected Steam account, or null. @throws when the library service is unavailable */
export async function steamSyncOf(parts: Parts, owner: Owner): Promise<object | null> {
  const { path } = steamSyncCalls.getSteamSync;
  const { steam } = await told<CallAnswer<typeof steamSyncCalls.getSteamSync>>(parts, owner, path);
  return steam && { account: steam.account, rule: steam.rule, status: steam.status, connected_at: steam.connected_at };
}

/** Returns the user's favourites, in order. @throws when the library service is unavailable */
export async function favouritesOf(parts: Parts, owner: Owner): Promise<object[]> {
  const { path } = favouriteCalls.getFavourites;
  const { favourites } = await told<CallAnswer<typeof favouriteCalls.getFavourites>>(parts, owner, path);
  return favourites.games.map(({ guid, name }) => ({ guid, name }));
}

/**
 * Yields the playthroughs, newest first; sessions refer to them by `id`. @throws when the library service is
 * unavailable
 */
export const playthroughsOf = (parts: Parts, owner: Owner) =>
  pagesOf(
    parts,
    owner,
    playthroughCalls.listPlaythroughs.path,
    (page: CallAnswer<typeof playthroughCalls.listPlaythroughs>) =>
      page.playthroughs.map(({ id, version: _, game, platform, platform_id: __, ...said }) => ({
        id,
        game: game.name,
        guid: game.guid,
        platform: platform?.name ?? null,
        ...said,
      })),
  );

/** Yields the play sessions, newest day first. @throws when the library service is unavailable */
export const playSessionsOf = (parts: Parts, owner: Owner) =>
  pagesOf(parts, owner, journalCalls.listPlaySessions.path, (page: CallAnswer<typeof journalCalls.listPlaySessions>) =>
    page.sessions.map(({ id: _, version: __, game, ...said }) => ({ game: game.name, guid: game.guid, ...said })),
  );

/** Yields the history game by game, newest change first. @throws when the library service is unavailable */
export const historyOf = (parts: Parts, owner: Owner) =>
  pagesOf(parts, owner, historyCalls.listHistory.path, (page: CallAnswer<typeof historyCalls.listHistory>) =>
    page.steps.map(({ step, entry_id, guid, at, kind, by, action, changes }) => ({
      ...{ step, entry_id, guid, at, kind, by },
      // An older release does not return it.
      action: action ?? null,
      changes,
    })),
  );

/** Yields the removed games that the user can restore. @throws when the library service is unavailable */
export const removedOf = (parts: Parts, owner: Owner) =>
  pagesOf(
    parts,
    owner,
    historyCalls.listRemovedGames.path,
    ({ games }: CallAnswer<typeof historyCalls.listRemovedGames>) =>
      games.map(({ name, guid, ...said }) => ({ game: name, guid, ...said })),
    { limit: '20', from: 'after' },
  );

/** Yields the games that the user chose for imported names. @throws when the library service is unavailable */
export const choicesOf = (parts: Parts, owner: Owner) =>
  pagesOf(
    parts,
    owner,
    importCalls.listChosenGames.path,
    ({ choices }: CallAnswer<typeof importCalls.listChosenGames>) => choices,
    { limit: '500', from: 'after' },
  );

/** Yields a paged list; `from` is the query parameter that takes the previous page's `next`. */
async function* pagesOf<Page extends { readonly next: string | null }>(
  parts: Parts,
  owner: Owner,
  path: string,
  rowsOf: (page: Page) => Record<string, unknown>[],
  { limit, from } = { limit: '100', from: 'before' },
): Rows {
  let next: string | null = null;
  do {
    const query = new URLSearchParams({ limit, ...(next && { [from]: next }) });
    const page: Page = await told(parts, owner, `${path}?${query}`);
    yield rowsOf(page);
    next = page.next;
  } while (next);
}

/** Yields the lists with their games, one list at a time. @throws when the library service is unavailable */
export async function* listsOf(parts: Parts, owner: Owner): AsyncGenerator<Record<string, unknown>[]> {
  const { path } = listCalls.listGameLists;
  const { lists } = await told<CallAnswer<typeof listCalls.listGameLists>>(parts, owner, path);
  for (const { id, name, description } of lists) {
    const read = await ask(parts, owner, `${path}/${id}`);
    const page = (await read.json()) as CallAnswer<typeof listCalls.readGameList> & { readonly code?: string };
    // The user deleted the list while the archive was being written.
    if (page.code === 'library.list_not_found') continue;
    if (!read.ok) throw new Error(`Library answered ${read.status}`);
    yield [{ name, description, games: page.games.map(({ guid, name, note }) => ({ guid, name, note })) }];
  }
}

/** Yields the imports with their rows, page by page. @throws when the library service is unavailable */
export async function* importsOf(parts: Parts, owner: Owner): AsyncGenerator<Record<string, unknown>[]> {
  const { path } = importCalls.listImports;
  const response = await ask(parts, owner, path);
  // An older release does not have this call.
  if (response.status === 404) return;
  if (!response.ok) throw new Error(`Library answered ${response.status}`);
  const { imports } = (await response.json()) as CallAnswer<typeof importCalls.listImports>;
  for (const { id, name, source, status, begun_at } of imports) {
    let after: number | null = 0;
    while (after !== null) {
      const read: Response = await ask(parts, owner, `${path}/${id}/rows?limit=200${after ? `&after=${after}` : ''}`);
      // The import expired while the archive was being written.
      if (read.status === 404) break;
      if (!read.ok) throw new Error(`Library answered ${read.status}`);
      const page = (await read.json()) as CallAnswer<typeof importCalls.listImportRows>;
      yield page.rows.map(({ position, given, fate, is_done, undone }) => ({
        ...{ import: name, source, status, begun_at, row: position },
        ...given,
        fate: is_done ? fate : null,
        undone,
      }));
      after = page.next;
    }
  }
}

/**
 * Streams the user's library, so that it is never in memory as a whole.
 * @throws when the library service is unavailable or breaks off
 */
export async function* readLibrary(parts: Parts, owner: Owner): AsyncGenerator<LibraryEntry[]> {
  const response = await ask(parts, owner, libraryCalls.listLibrary.path);
  if (!response.ok || !response.body) throw new Error(`Library answered ${response.status}`);
  const parser = new JSONParser({ paths: ['$.library.*'], keepStack: false });
  let entries: LibraryEntry[] = [];
  parser.onValue = ({ value }) => entries.push(value as unknown as LibraryEntry);
  for await (const piece of response.body) {
    parser.write(piece);
    yield entries;
    entries = [];
  }
  if (!parser.isEnded) throw new Error('Library broke off');
}
