import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import * as favouriteCalls from '@nightshelf/contracts/calls/favourites.ts';
import * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import * as steamSyncCalls from '@nightshelf/contracts/calls/steam-sync.ts';
import * as viewCalls from '@nightshelf/contracts/calls/views.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type Identity, identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';
import { JSONParser } from '@streamparser/json';
import { type ArchiveFile, jsonFile, listFile, type Rows, tableFile } from './files.ts';

const timeoutMs = { library: 600_000, social: 30_000 };

export interface ServiceParts {
  readonly libraryUrl: string;
  readonly socialUrl: string;
  readonly identitySecret: string;
  readonly stopping: AbortSignal;
}

type Row = Record<string, unknown>;
/** A response body; null for a deleted record. */
type Read = <Answer>(path: string, deleted?: string) => Promise<Answer | null>;

/**
 * Returns the files of the library and social services, which read their data page by page. They throw on any error,
 * even on a 404 from a service without that call, because an incomplete archive would look complete to the user.
 */
export async function serviceFiles(
  { libraryUrl, socialUrl, identitySecret, stopping }: ServiceParts,
  owner: Pick<Identity, 'userId' | 'username'>,
): Promise<{ readonly social: ArchiveFile[]; readonly library: ArchiveFile[] }> {
  const askService = async (service: 'library' | 'social', path: string, deleted?: string) => {
    // There is no session. No token scope can read notifications, so the social service gets no scopes.
    const scopes = service === 'library' ? { scopes: ['library:read' as const] } : {};
    const identity: Identity = { ...owner, sessionId: 'token:archive', ...scopes };
    const response = await fetch(new URL(path, service === 'library' ? libraryUrl : socialUrl), {
      headers: { [identityHeader]: signIdentity(identity, identitySecret, Date.now(), service) },
      signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs[service])]),
    });
    if (response.ok) return response;
    const { code } = (await response.json().catch(() => ({}))) as { readonly code?: string };
    if (deleted !== undefined && code === deleted) return null;
    throw new Error(`The ${service} service returned ${response.status} for ${path}`);
  };
  const readFrom =
    (service: 'library' | 'social'): Read =>
    async <Answer>(path: string, deleted?: string) =>
      ((await (await askService(service, path, deleted))?.json()) ?? null) as Answer | null;
  return {
    social: await socialFiles(readFrom('social')),
    library: await libraryFiles(readFrom('library'), () =>
      entriesOf(() => askService('library', libraryCalls.listLibrary.path)),
    ),
  };
}

async function socialFiles(read: Read): Promise<ArchiveFile[]> {
  const notifications = () =>
    pagesOf(read, notificationCalls.listNotifications, ({ notifications }) =>
      notifications.map(({ kind, created_at, read_at, user, game }) => ({
        ...{ kind, created_at, read_at, user: user?.username ?? null },
        game: game && { guid: game.guid, name: game.name },
      })),
    );
  const named = mapped(notifications(), ({ game, ...row }) => ({
    ...row,
    game: (game as { name: string } | null)?.name,
  }));
  // Without the endpoints and keys of the browsers.
  const { success: _, message: __, push, ...chosen } = await readOne(read, notificationCalls.getNotificationSettings);
  return [
    jsonFile('notification-settings', { ...chosen, browsers: push.browsers }),
    listFile('notifications', notifications()),
    tableFile('notifications', 'kind user game created_at read_at', named),
  ];
}

async function libraryFiles(read: Read, entries: () => AsyncIterable<LibraryEntry[]>): Promise<ArchiveFile[]> {
  const { views } = await readOne(read, viewCalls.listSavedViews);
  const { favourites } = await readOne(read, favouriteCalls.getFavourites);
  const { steam } = await readOne(read, steamSyncCalls.getSteamSync);
  const playthroughs = () =>
    pagesOf(read, playthroughCalls.listPlaythroughs, (page) =>
      page.playthroughs.map(({ id, version: _, game, platform, platform_id: __, ...row }) => ({
        ...{ id, game: game.name, guid: game.guid, platform: platform?.name ?? null },
        ...row,
      })),
    );
  const sessions = () =>
    pagesOf(read, journalCalls.listPlaySessions, (page) =>
      page.sessions.map(({ id: _, version: __, game, ...row }) => ({ game: game.name, guid: game.guid, ...row })),
    );
  const history = pagesOf(read, historyCalls.listHistory, ({ steps }) =>
    steps.map(({ step, entry_id, guid, at, kind, by, action, changes }) => ({
      ...{ step, entry_id, guid, at, kind, by, action, changes },
    })),
  );
  const removed = pagesOf(
    read,
    historyCalls.listRemovedGames,
    ({ games }) => games.map(({ name, guid, ...row }) => ({ game: name, guid, ...row })),
    { limit: '20', cursor: 'after' },
  );
  const choices = pagesOf(read, importCalls.listChosenGames, (page) => page.choices, { limit: '500', cursor: 'after' });
  const entryRows = mapped(entries(), ({ game, platform, tags, ...entry }) => ({
    ...{ ...entry, game: game.name, platform: platform?.name, tags: tags?.join(', ') },
  }));
  return [
    jsonFile(
      'saved-views',
      views.map(({ name, query, is_default }) => ({ name, query, is_default })),
    ),
    jsonFile(
      'favourites',
      favourites.games.map(({ guid, name }) => ({ guid, name })),
    ),
    listFile('lists', listsOf(read)),
    listFile('imports', importsOf(read)),
    listFile('choices', choices),
    jsonFile(
      'steam',
      steam && { account: steam.account, rule: steam.rule, status: steam.status, connected_at: steam.connected_at },
    ),
    listFile('history', history),
    listFile('removed', removed),
    // Reads the library twice instead of holding it in memory.
    listFile('library', entries()),
    tableFile('library', 'game guid status rating hours_played platform date_added is_shared tags', entryRows),
    listFile('playthroughs', playthroughs()),
    tableFile(
      'playthroughs',
      'id game guid platform copy started_on ended_on hours completion dropped_at',
      playthroughs(),
    ),
    listFile('sessions', sessions()),
    tableFile('sessions', 'game guid day minutes note spoiler playthrough_id', sessions()),
  ];
}

/** A call of the contracts whose path has no parameters. */
interface Listing {
  readonly path: string;
  readonly answer: unknown;
}

async function readOne<C extends Listing>(read: Read, { path }: C): Promise<CallAnswer<C>> {
  return (await read<CallAnswer<C>>(path)) as CallAnswer<C>;
}

/** Yields the rows of a paged call; `cursor` is the query parameter that takes the previous page's `next`. */
async function* pagesOf<C extends Listing>(
  read: Read,
  { path }: C,
  rowsOf: (page: CallAnswer<C>) => Row[],
  { limit, cursor } = { limit: '100', cursor: 'before' },
): Rows {
  let next: string | null = null;
  do {
    const query = new URLSearchParams({ limit, ...(next && { [cursor]: next }) });
    const page: CallAnswer<C> = (await read<CallAnswer<C>>(`${path}?${query}`)) as CallAnswer<C>;
    yield rowsOf(page);
    next = (page as { readonly next: string | null }).next;
  } while (next);
}

/** Yields one list at a time; skips a list that the user deleted in between. */
async function* listsOf(read: Read): Rows {
  const { lists } = await readOne(read, listCalls.listGameLists);
  for (const { id, name, description } of lists) {
    type Page = CallAnswer<typeof listCalls.readGameList>;
    const page = await read<Page>(`${listCalls.listGameLists.path}/${id}`, 'library.list_not_found');
    if (page) yield [{ name, description, games: page.games.map(({ guid, name, note }) => ({ guid, name, note })) }];
  }
}

/** Yields the rows of all imports; skips the rest of an import that expired in between. */
async function* importsOf(read: Read): Rows {
  const { imports } = await readOne(read, importCalls.listImports);
  for (const { id, name, source, status, begun_at } of imports) {
    for (let after: number | null = 0; after !== null; ) {
      type Page = CallAnswer<typeof importCalls.listImportRows>;
      const path: string = `${importCalls.listImports.path}/${id}/rows?limit=200${after ? `&after=${after}` : ''}`;
      const page: Page | null = await read<Page>(path, 'library.import_not_found');
      yield (page?.rows ?? []).map(({ position, given, fate, is_done, undone }) => ({
        ...{ import: name, source, status, begun_at, row: position },
        ...given,
        ...{ fate: is_done ? fate : null, undone },
      }));
      after = page?.next ?? null;
    }
  }
}

/** Parses the library while it arrives, so that it is never in memory as a whole. */
async function* entriesOf(ask: () => Promise<Response | null>): AsyncGenerator<LibraryEntry[]> {
  const parser = new JSONParser({ paths: ['$.library.*'], keepStack: false });
  let entries: LibraryEntry[] = [];
  parser.onValue = ({ value }) => entries.push(value as unknown as LibraryEntry);
  for await (const piece of (await ask())?.body ?? []) {
    parser.write(piece);
    yield entries;
    entries = [];
  }
  if (!parser.isEnded) throw new Error('The library service broke off');
}

async function* mapped<From>(pages: AsyncIterable<readonly From[]>, change: (row: From) => Row): Rows {
  for await (const page of pages) yield page.map(change);
}
