import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listPlaySessions, logPlaySession } from '@nightshelf/contracts/calls/journal.ts';
import { addEntry, listLibrary, removeEntry, restoreEntry, updateEntry } from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import { addToGameList, makeGameList } from '@nightshelf/contracts/calls/lists.ts';
import * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import type { GameSummary } from '@nightshelf/contracts/games.ts';
import { type LibraryChanges, libraryChanges, type WholeLibrary } from '@nightshelf/contracts/library-answers.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { readyGame } from '@nightshelf/contracts/ready-game.ts';
import { type Identity, identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';
import {
  ApiClient,
  closeAfterTests,
  someIdentity,
  startServiceProcess,
  startTestService,
  type TestService,
  testIdentitySecret,
  until,
} from '@nightshelf/testing';
import pg from 'pg';
import sharp from 'sharp';
import { libraryService } from '../src/service.ts';

/** Starts the library for the tests of a file. */
export async function startLibrary(env: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const service = await startTestService(libraryService, { env });
  closeAfterTests(() => service.stop());
  return service;
}

/** Starts a further instance of a service in a process of its own, until the end of the test or file. */
export async function startInstance({ env }: TestService, given: Readonly<Record<string, string>> = {}) {
  const main = new URL('../src/main.ts', import.meta.url).pathname;
  const instance = await startServiceProcess(main, { ...env, ROLES: 'http', ...given });
  const kill = closeAfterTests(() => instance.kill());
  return { ...instance, kill };
}

/** Opens a transaction of another user on its own connection, until the end of the test at the latest. */
export async function openTransaction({ env }: TestService) {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const end = closeAfterTests(() => client.end());
  await client.query('begin');
  return {
    query: (sql: string, params?: unknown[]) => client.query(sql, params),
    commit: async () => {
      await client.query('commit');
      await end();
    },
  };
}

/** Waits until so many statements wait for a lock. */
export const untilLocked = (service: TestService, count = 1) =>
  until(`${count} wait for a lock`, async () => {
    const rows = await service.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length >= count;
  });

/** Returns a small image as base64 text. */
export const someImage = async (background: string, width = 30): Promise<string> =>
  (
    await sharp({ create: { width, height: 40, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64');

export const someGuid = () => `3030-${randomUUID().slice(0, 8)}`;

export const someGame = (given: Partial<GameSummary> = {}): GameSummary => ({
  guid: someGuid(),
  id: 1,
  name: 'A Game – ゲーム',
  deck: 'Short words',
  original_release_date: '2017-03-03',
  image: null,
  image_url: 'https://images.example/cover.jpg',
  platforms: [{ id: 139, guid: '3045-139', name: 'Wii U', abbreviation: 'WiiU' }],
  ...given,
});

/** A client's description of a game that the catalog may not know. */
export const described = (guid: string, name = 'As the client says') => ({
  guid,
  name,
  description: '<p>Words</p>',
  original_release_date: '2001-01-01',
  image: { medium_url: 'https://images.example/client.jpg' },
  platforms: [{ id: 94, name: 'A PC of its own' }],
});

/** Publishes a game as the catalog does and waits until the copy has it. */
export async function confirm(service: TestService, game = someGame(), version = 1): Promise<GameSummary> {
  await service.deliver(gameUpserted, { data: game, version });
  await until(`the copy has ${game.name}`, async () => {
    const [row] = await service.query<{ summary: string }>('select summary from games where guid = $1', [game.guid]);
    return row && (JSON.parse(row.summary) as GameSummary).name === game.name;
  });
  return game;
}

/** Tables that change by themselves. */
const restless =
  '^(changed_games|dead_letters|entry_history_|game_changes|idempotency|inbox_|outbox_|projection_checks|snapshots)';

/** Counts the rows of all other tables, to check that a rejected call stored and published nothing. */
export async function stored(service: TestService): Promise<unknown> {
  const tables = await service.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename !~ $1 order by 1`,
    [restless],
  );
  return Promise.all(tables.map(({ name }) => service.query(`select '${name}' as name, count(*)::int from ${name}`)));
}

/** Simulates the end of the ten minutes in which removals can be undone. */
export const endUndo = (service: TestService, id: string | null = null) =>
  service.query(
    `update removed_entries set removed_at = removed_at - interval '11 minutes' where $1::uuid is null or id = $1`,
    [id],
  );

/** The changes of a response when nothing has changed. */
export const noChanges = { whole_needed: false, changed: [], removed: [] };

type Identified = Readonly<Pick<LibraryEntry, 'id'>>;

/** A user that no other test has. */
export class Player extends ApiClient {
  readonly userId: string;
  readonly #service: TestService;

  constructor(service: TestService, identity = someIdentity()) {
    super(service.url, identity);
    this.userId = identity.userId;
    this.#service = service;
  }

  /** Fetches a file. */
  fetch(path: string, url = this.#service.url) {
    const headers = this.identity ? { [identityHeader]: signIdentity(this.identity, testIdentitySecret) } : {};
    return fetch(url + path, { headers });
  }

  whole(): Promise<WholeLibrary> {
    return this.call(listWholeLibrary, {});
  }

  async vault() {
    return (await this.whole()).library;
  }

  async changesSince(since: string): Promise<LibraryChanges> {
    return libraryChanges.parse(await this.call(listLibrary, { query: { since } }));
  }

  /** Adds a game that the catalog has confirmed. */
  async addSome(game = someGame()) {
    await confirm(this.#service, game);
    return (await this.call(addEntry, { body: { game_guid: game.guid } })).user_game;
  }

  /** Adds several, one after the other. */
  async addSeveral(count: number) {
    const entries: LibraryEntry[] = [];
    while (entries.length < count) entries.push(await this.addSome());
    return entries;
  }

  async edit({ id }: Identified, body: object, action?: string) {
    const query = action && { query: { action } };
    return (await this.call(updateEntry, { params: { id }, body, ...query })).user_game;
  }

  remove({ id }: Identified, action?: string) {
    return this.call(removeEntry, { params: { id }, ...(action && { query: { action } }) });
  }

  async restore({ id }: Identified) {
    return (await this.call(restoreEntry, { params: { id } })).user_game;
  }

  logSession({ id }: Identified, given: object = {}) {
    const body = { day: '2026-03-01', minutes: 5, ...given };
    return this.call(logPlaySession, { params: { id }, body });
  }

  async sessions(query: object = {}) {
    return (await this.call(listPlaySessions, { query })).sessions;
  }

  async addPlaythrough({ id }: Identified, body: object = {}) {
    return (await this.call(playthroughCalls.addPlaythrough, { params: { id }, body })).playthrough;
  }

  /** Creates a list with games of the vault. */
  async makeList(entries: readonly Identified[] = [], name = 'List') {
    const { list } = await this.call(makeGameList, { body: { name } });
    const body = { entry_ids: entries.map(({ id }) => id) };
    if (entries.length > 0) await this.call(addToGameList, { params: { id: list.id }, body });
    return list;
  }
}

export const someUser = (service: TestService) => new Player(service);

/** Creates a user with one game. */
export async function userWithEntry(service: TestService) {
  const client = someUser(service);
  return { client, entry: await client.addSome() };
}

export interface Manner {
  readonly encoding?: string;
  /** Waits for this before it receives the body. */
  readonly after?: Promise<unknown>;
  /** Disconnects when the response begins. */
  readonly leaves?: boolean;
}

/** Fetches a vault as sent, without decompressing it. */
export const rawVault = (
  url: string,
  identity: Identity | null,
  { encoding = 'identity', after, leaves = false }: Manner = {},
) =>
  new Promise<{ status: number | undefined; encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
    const signed = identity && { [identityHeader]: signIdentity(identity, testIdentitySecret) };
    const headers = { 'accept-encoding': encoding, ...signed };
    request(url + listLibrary.path, { agent: false, headers }, async (response) => {
      const { statusCode: status, headers: given } = response;
      if (leaves) response.destroy();
      await after;
      const bytes = leaves ? Buffer.alloc(0) : await buffer(response);
      resolve({ status, encoding: given['content-encoding'], bytes });
    })
      .on('error', reject)
      .end();
  });

/** Stores many games as the catalog's events would, `<prefix>1` and so on, each with its number for a name. */
export async function storeGames(
  query: TestService['query'],
  count: number,
  { prefix = 'game-', ...given }: Partial<GameSummary> & { readonly prefix?: string } = {},
) {
  const { json, imageUrl, platformNames } = readyGame(someGame(given));
  await query(
    `insert into games
     select $5 || i, ($1::jsonb || jsonb_build_object('guid', $5 || i, 'name', 'Game ' || i))::text, $2, $3
     from generate_series(1, $4::int) i`,
    [json, imageUrl, JSON.stringify(platformNames), count, prefix],
  );
}

/** Adds many games to a vault, `<prefix>1` and so on; each is a minute older than the one before. */
export const fillVault = (service: TestService, userId: string, count: number, prefix = 'game-') =>
  service.query(
    `insert into entries (id, user_id, guid, status, date_added, version)
     select gen_random_uuid(), $1, $3 || i, 'playing', now() - i * interval '1 minute', 1 from generate_series(1, $2::int) i`,
    [userId, count, prefix],
  );
