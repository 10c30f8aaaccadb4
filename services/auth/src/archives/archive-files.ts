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
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instantColumn } from '@nightshelf/platform/database/instant.ts';
import { CodedError, isCoded } from '@nightshelf/platform/errors/coded-error.ts';
import { type Identity, identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';
import { JSONParser } from '@streamparser/json';
import { stringify } from 'csv-stringify/sync';
import { Zip, ZipDeflate } from 'fflate';
import { listActivity } from '../activity/activity.ts';
import { listTokens } from '../api-tokens/routes.ts';
import { deviceName } from '../clients/known-devices.ts';
import type { AuthParts } from '../parts.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { showOwnUser, type User } from '../users/user.ts';

export interface ArchiveParts extends AuthParts {
  readonly stopping: AbortSignal;
}

/**
 * Returns the files of an archive. Reading them throws on any error of a service, even on a 404 from a release without
 * that call, because an incomplete archive would look complete to the user.
 */
export async function filesOf(parts: ArchiveParts, user: User): Promise<ArchiveFile[]> {
  return [
    { name: 'README.txt', content: [readme(user.username, new Date())] },
    ...(await ownFiles(parts, user)),
    ...(await socialFiles(readerOf(parts, user, 'social'))),
    ...(await libraryFiles(readerOf(parts, user, 'library'))),
  ];
}

/** Returns a list as JSON, and as a table; reads the rows for each, instead of holding them in memory. */
const listAndTable = <R extends Row>(
  name: string,
  columns: string,
  rows: () => AsyncIterable<readonly R[]>,
  flat: (row: R) => Row = (row) => row,
): ArchiveFile[] => [listFile(name, rows()), tableFile(name, columns, mapped(rows(), flat))];

async function ownFiles({ work, sessions }: ArchiveParts, user: User): Promise<ArchiveFile[]> {
  const em = work.query();
  return [
    jsonFile('account', await accountOf(em, sessions, user)),
    ...listAndTable('activity', 'at kind detail device address', () => activityOf(em, user.id)),
    ...listAndTable('follows', 'relation username', () => followsOf(em, user.id)),
  ];
}

/** More than the audit trail ever keeps. */
const allLines = 2000;
const pageSize = 1000;

const externalColumns = ['provider', 'email', ...['linked_at', 'last_used_at'].map(instantColumn)].join();

/** Returns the user's profile and ways to sign in, without hashes, tokens or session ids. */
async function accountOf(em: EntityManager, sessions: BrowserSessions, user: User): Promise<object> {
  const [external, tokens, listed] = await Promise.all([
    em.execute<object[]>(`select ${externalColumns} from identities where user_id = ?`, [user.id]),
    listTokens(em, user.id),
    sessions.store.list(user.id),
  ]);
  return {
    profile: await showOwnUser(em, user),
    external_accounts: external,
    api_tokens: tokens.map(({ id: _, ...token }) => token),
    sessions: listed.map(({ device, address, createdAt, lastSeenAt }) => ({
      device: deviceName(device),
      address,
      created_at: createdAt,
      last_seen_at: lastSeenAt,
    })),
  };
}

async function* activityOf(em: EntityManager, userId: string): Rows {
  const { activity } = await listActivity(em, userId, { limit: allLines });
  yield activity.map(({ id: _, ...line }) => line);
}

/** Yields followers and followed users by username only, which is all that the user can see of them. */
async function* followsOf(em: EntityManager, userId: string): Rows {
  for (const [relation, mine, theirs] of [
    ['following', 'follower_id', 'followee_id'],
    ['follower', 'followee_id', 'follower_id'],
  ] as const) {
    let after: string | null = '00000000-0000-0000-0000-000000000000';
    while (after !== null) {
      const page: { id: string; username: string }[] = await em.execute(
        `select u.id, u.username from follows f join users u on u.id = f.${theirs}
         where f.${mine} = ? and u.is_active and u.id > ? order by u.id limit ?`,
        [userId, after, pageSize],
      );
      yield page.map(({ username }) => ({ relation, username }));
      after = page.length === pageSize ? (page.at(-1)?.id ?? null) : null;
    }
  }
}

async function socialFiles({ read, pages }: Reader): Promise<ArchiveFile[]> {
  const notifications = () =>
    pages(notificationCalls.listNotifications, ({ notifications }) =>
      notifications.map(({ kind, created_at, read_at, user, game }) => ({
        ...{ kind, created_at, read_at, user: user?.username ?? null },
        game: game && pick('guid', 'name')(game),
      })),
    );
  // Without the endpoints and keys of the browsers.
  const { success: _, message: __, push, ...chosen } = await read(notificationCalls.getNotificationSettings);
  return [
    jsonFile('notification-settings', { ...chosen, browsers: push.browsers }),
    ...listAndTable('notifications', 'kind user game created_at read_at', notifications, (row) => ({
      ...row,
      game: row.game?.name,
    })),
  ];
}

async function libraryFiles(reader: Reader): Promise<ArchiveFile[]> {
  const { read, pages } = reader;
  const { views } = await read(viewCalls.listSavedViews);
  const { favourites } = await read(favouriteCalls.getFavourites);
  const { steam } = await read(steamSyncCalls.getSteamSync);
  const playthroughs = () =>
    pages(playthroughCalls.listPlaythroughs, (page) =>
      page.playthroughs.map(({ id, version: _, game, platform, platform_id: __, ...row }) => ({
        ...{ id, game: game.name, guid: game.guid, platform: platform?.name ?? null },
        ...row,
      })),
    );
  const sessions = () =>
    pages(journalCalls.listPlaySessions, (page) =>
      page.sessions.map(({ id: _, version: __, game, ...row }) => ({ game: game.name, guid: game.guid, ...row })),
    );
  const history = pages(historyCalls.listHistory, ({ steps }) =>
    steps.map(pick('step', 'entry_id', 'guid', 'at', 'kind', 'by', 'action', 'changes')),
  );
  const removed = pages(
    historyCalls.listRemovedGames,
    ({ games }) => games.map(({ name, guid, ...row }) => ({ game: name, guid, ...row })),
    { limit: '20', cursor: 'after' },
  );
  const choices = pages(importCalls.listChosenGames, (page) => page.choices, { limit: '500', cursor: 'after' });
  return [
    jsonFile('saved-views', views.map(pick('name', 'query', 'is_default'))),
    jsonFile('favourites', favourites.games.map(pick('guid', 'name'))),
    listFile('lists', listsOf(reader)),
    listFile('imports', importsOf(reader)),
    listFile('choices', choices),
    jsonFile('steam', steam && pick('account', 'rule', 'status', 'connected_at')(steam)),
    listFile('history', history),
    listFile('removed', removed),
    ...listAndTable(
      'library',
      'game guid status rating hours_played platform date_added is_shared tags',
      () => entriesOf(reader),
      ({ game, platform, tags, ...entry }) => ({
        ...{ ...entry, game: game.name, platform: platform?.name, tags: tags?.join(', ') },
      }),
    ),
    ...listAndTable(
      'playthroughs',
      'id game guid platform copy started_on ended_on hours completion dropped_at',
      playthroughs,
    ),
    ...listAndTable('sessions', 'game guid day minutes note spoiler playthrough_id', sessions),
  ];
}

/** A call of the contracts; its path may have parameters. */
interface Listing {
  readonly path: string;
  readonly answer: unknown;
}

const timeoutMs = { library: 600_000, social: 30_000 };

type Reader = ReturnType<typeof readerOf>;

/** Returns functions that read a service's data as the user. */
function readerOf({ settings, stopping }: ArchiveParts, { id, username }: User, service: 'library' | 'social') {
  const url = service === 'library' ? settings.LIBRARY_URL : settings.SOCIAL_URL;
  // There is no session. No token scope can read notifications, so the social service gets no scopes.
  const scopes = service === 'library' ? { scopes: ['library:read' as const] } : {};
  const identity: Identity = { userId: id, username, sessionId: 'token:archive', ...scopes };

  const get = async (path: string): Promise<Response> => {
    const response = await fetch(new URL(path, url), {
      headers: { [identityHeader]: signIdentity(identity, settings.IDENTITY_SECRET, Date.now(), service) },
      signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs[service])]),
    });
    if (response.ok) return response;
    const { code = '' } = (await response.json().catch(() => ({}))) as { readonly code?: string };
    throw new CodedError(response.status, code, `The ${service} service returned ${response.status} for ${path}`);
  };

  const read = async <C extends Listing>(call: C, path = call.path): Promise<CallAnswer<C>> =>
    (await get(path)).json() as Promise<CallAnswer<C>>;

  /** Yields the rows of a paged call; `cursor` is the query parameter that takes the previous page's `next`. */
  async function* pages<C extends Listing, R extends Row>(
    call: C,
    rowsOf: (page: CallAnswer<C>) => R[],
    { limit, cursor } = { limit: '100', cursor: 'before' },
  ): AsyncGenerator<R[]> {
    let next: string | number | null = null;
    do {
      const query = new URLSearchParams({ limit, ...(next && { [cursor]: String(next) }) });
      const page: CallAnswer<C> = await read(call, `${call.path}?${query}`);
      yield rowsOf(page);
      next = (page as { readonly next: string | number | null }).next;
    } while (next);
  }

  return { get, read, pages };
}

/** Yields one list at a time; skips a list that the user deleted in between. */
async function* listsOf({ read }: Reader): Rows {
  const { lists } = await read(listCalls.listGameLists);
  for (const { id, name, description } of lists) {
    try {
      const { games } = await read(listCalls.readGameList, `${listCalls.listGameLists.path}/${id}`);
      yield [{ name, description, games: games.map(pick('guid', 'name', 'note')) }];
    } catch (error) {
      if (!isCoded(error, 'library.list_not_found')) throw error;
    }
  }
}

/** Yields the rows of all imports; skips the rest of an import that expired in between. */
async function* importsOf({ read, pages }: Reader): Rows {
  const { imports } = await read(importCalls.listImports);
  for (const { id, name, source, status, begun_at } of imports) {
    const path = `${importCalls.listImports.path}/${id}/rows`;
    const rowsOf = ({ rows }: CallAnswer<typeof importCalls.listImportRows>) =>
      rows.map(({ position, given, fate, is_done, undone }) => ({
        ...{ import: name, source, status, begun_at, row: position },
        ...given,
        ...{ fate: is_done ? fate : null, undone },
      }));
    try {
      yield* pages({ ...importCalls.listImportRows, path }, rowsOf, { limit: '200', cursor: 'after' });
    } catch (error) {
      if (!isCoded(error, 'library.import_not_found')) throw error;
    }
  }
}

/** Parses the library while it arrives, so that it is never in memory as a whole. */
async function* entriesOf({ get }: Reader): AsyncGenerator<(LibraryEntry & Row)[]> {
  const parser = new JSONParser({ paths: ['$.library.*'], keepStack: false });
  const entries: (LibraryEntry & Row)[] = [];
  parser.onValue = ({ value }) => entries.push(value as unknown as LibraryEntry & Row);
  for await (const piece of (await get(libraryCalls.listLibrary.path)).body ?? []) {
    parser.write(piece);
    yield entries.splice(0);
  }
  if (!parser.isEnded) throw new Error('The library service broke off');
}

/** Returns a function that keeps only these fields of a row. */
const pick =
  <Name extends string>(...names: readonly Name[]) =>
  (row: Readonly<Record<Name, unknown>>): Row =>
    Object.fromEntries(names.map((name) => [name, row[name]]));

async function* mapped<From>(pages: AsyncIterable<readonly From[]>, change: (row: From) => Row): Rows {
  for await (const page of pages) yield page.map(change);
}

const readme = (username: string, at: Date) =>
  `Nightshelf: the data of ${username}
Put together on ${at.toISOString()} (UTC).

account.json    your profile, linked accounts, API tokens (without their secrets) and sessions
activity        the activity of your account, as far back as it is kept
follows         the users you follow and your followers
notifications   your notifications, as far back as they are kept; notification-settings.json has your settings and browsers
library         every game of your vault with your notes; also saved-views.json, lists.json, favourites.json, imports.json
                (the last 30 days, row by row), choices.json (games you chose for names), steam.json (the synced account),
                history.json (every change by game; changes with the same action were made together) and removed.json
                (games you can restore, with what you played of them and their lists)
playthroughs    your playthroughs; the playthrough_id of a session is the id of its playthrough
sessions        when and how long you played, with your notes
Lists come as .json, complete, and as .csv for a spreadsheet. CSV files are UTF-8 with a byte-order mark; a quote (')
precedes text that a spreadsheet would take for a formula. Passwords and secrets are stored as hashes only and are not included.
`.replaceAll('\n', '\r\n');

/** A file of an archive; `content` yields pieces of its text. */
interface ArchiveFile {
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

type Rows = AsyncIterable<readonly Row[]>;
type Row = Readonly<Record<string, unknown>>;

const jsonFile = (name: string, value: unknown): ArchiveFile => ({
  name: `${name}.json`,
  content: [`${JSON.stringify(value, null, 2)}\n`],
});

/** Returns a JSON file of a list, streamed page by page. */
const listFile = (name: string, rows: Rows): ArchiveFile => ({ name: `${name}.json`, content: jsonList(rows) });

async function* jsonList(pages: Rows): AsyncGenerator<string> {
  let begin = '[';
  for await (const page of pages) {
    for (const row of page) {
      yield `${begin}\n${JSON.stringify(row)}`;
      begin = ',';
    }
  }
  yield begin === '[' ? '[]\n' : '\n]\n';
}

/**
 * Returns the rows as a CSV file. Spreadsheets need the byte-order mark to detect UTF-8; formulas are escaped with a
 * quote.
 * @param columns separated by spaces
 */
const tableFile = (name: string, columns: string, rows: Rows): ArchiveFile => ({
  name: `${name}.csv`,
  content: csv(columns.split(' '), rows),
});

async function* csv(columns: readonly string[], pages: Rows): AsyncGenerator<string> {
  const options = { columns: [...columns], escape_formulas: true, record_delimiter: 'windows' } as const;
  yield stringify([], { ...options, header: true, bom: true });
  for await (const page of pages) yield stringify([...page], { ...options, cast: { boolean: String } });
}

/** Yields a ZIP file piece by piece, compressing as the consumer reads. */
export async function* zip(files: Iterable<ArchiveFile>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const archive = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  const encoder = new TextEncoder();
  for (const { name, content } of files) {
    const entry = new ZipDeflate(name, { level: 6 });
    archive.add(entry);
    for await (const text of content) {
      entry.push(encoder.encode(text));
      yield* made.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* made.splice(0);
  }
  archive.end();
  yield* made.splice(0);
}

/** Regroups bytes into pieces of one size; the last may be smaller. */
export async function* inPiecesOf(size: number, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting = Buffer.alloc(0);
  for await (const piece of pieces) {
    waiting = Buffer.concat([waiting, piece]);
    for (; waiting.length >= size; waiting = waiting.subarray(size)) yield waiting.subarray(0, size);
  }
  if (waiting.length > 0) yield waiting;
}
