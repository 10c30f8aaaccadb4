import {
  type CallAnswer,
  journalCalls,
  type LibraryEntry,
  libraryCalls,
  listCalls,
  playthroughCalls,
  viewCalls,
} from '@nightshelf/contracts';
import { type Identity, identityHeader, signIdentity } from '@nightshelf/platform';
import { JSONParser } from '@streamparser/json';
import type { Rows } from './files.ts';

/** Longest that a whole vault may take, in milliseconds. */
const timeoutMs = 600_000;

interface Parts {
  readonly libraryUrl: string;
  readonly identitySecret: string;
  readonly stopping: AbortSignal;
}

type Owner = Pick<Identity, 'userId' | 'username'>;

function ask({ libraryUrl, identitySecret, stopping }: Parts, { userId, username }: Owner, path: string) {
  // Like an API token that may only read: this is no session.
  const identity: Identity = { userId, username, sessionId: 'token:archive', scopes: ['library:read'] };
  return fetch(new URL(path, libraryUrl), {
    headers: { [identityHeader]: signIdentity(identity, identitySecret, Date.now(), 'library') },
    signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
  });
}

/** The views of the vault that the user has saved. @throws when library is away */
export async function viewsOf(parts: Parts, owner: Owner): Promise<object[]> {
  const response = await ask(parts, owner, viewCalls.listSavedViews.path);
  // The release before, which may still be there beside this one, has none.
  if (response.status === 404) return [];
  if (!response.ok) throw new Error(`Library answered ${response.status}`);
  const { views } = (await response.json()) as CallAnswer<typeof viewCalls.listSavedViews>;
  return views.map(({ name, query, is_default }) => ({ name, query, is_default }));
}

/** The user's playthroughs, the one that was added last first. @throws when library is away */
export const playthroughsOf = (parts: Parts, owner: Owner) =>
  pagesOf(
    parts,
    owner,
    playthroughCalls.listPlaythroughs.path,
    (page: CallAnswer<typeof playthroughCalls.listPlaythroughs>) =>
      page.playthroughs.map(({ id: _, version: __, game, platform, platform_id: ___, ...said }) => ({
        game: game.name,
        guid: game.guid,
        platform: platform?.name ?? null,
        ...said,
      })),
  );

/** The sessions in which the user played, the newest day first. @throws when library is away */
export const playSessionsOf = (parts: Parts, owner: Owner) =>
  pagesOf(parts, owner, journalCalls.listPlaySessions.path, (page: CallAnswer<typeof journalCalls.listPlaySessions>) =>
    page.sessions.map(({ id: _, version: __, game, ...said }) => ({ game: game.name, guid: game.guid, ...said })),
  );

/** A list that library gives in pages. */
async function* pagesOf<Page extends { readonly next: string | null }>(
  parts: Parts,
  owner: Owner,
  path: string,
  rowsOf: (page: Page) => Record<string, unknown>[],
): Rows {
  let before: string | null = null;
  do {
    const response = await ask(
      parts,
      owner,
      `${path}?${new URLSearchParams({ limit: '100', ...(before && { before }) })}`,
    );
    // The release before, which may still be there beside this one, has none.
    if (response.status === 404) return;
    if (!response.ok) throw new Error(`Library answered ${response.status}`);
    const page = (await response.json()) as Page;
    yield rowsOf(page);
    before = page.next;
  } while (before);
}

/** The user's lists with the games of each, list by list: one of them may be long. @throws when library is away */
export async function* listsOf(parts: Parts, owner: Owner): AsyncGenerator<Record<string, unknown>[]> {
  const { path } = listCalls.listGameLists;
  const response = await ask(parts, owner, path);
  // As above.
  if (response.status === 404) return;
  if (!response.ok) throw new Error(`Library answered ${response.status}`);
  const { lists } = (await response.json()) as CallAnswer<typeof listCalls.listGameLists>;
  for (const { id, name, description } of lists) {
    const read = await ask(parts, owner, `${path}/${id}`);
    // Deleted meanwhile.
    if (read.status === 404) continue;
    if (!read.ok) throw new Error(`Library answered ${read.status}`);
    const { games } = (await read.json()) as CallAnswer<typeof listCalls.readGameList>;
    yield [{ name, description, games: games.map(({ guid, name, note }) => ({ guid, name, note })) }];
  }
}

/**
 * The user's vault as library shows it to them, entry by entry as they arrive, so that it is never here as a whole.
 * @throws when library is away or breaks off
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
