import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authService } from '@nightshelf/auth/service';
import { catalogService } from '@nightshelf/catalog/service';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { topics } from '@nightshelf/contracts/events/topics.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { libraryService } from '@nightshelf/library/service';
import { startKafka } from '@nightshelf/servers';
import { socialService } from '@nightshelf/social/service';
import { type ApiClient, closeAfterTests, startTestService, type TestService, until } from '@nightshelf/testing';
import { Redis } from 'ioredis';
import { expect } from 'vitest';

/** The services that copy each other's data, on one bus. */
export interface Setup {
  readonly auth: TestService;
  readonly catalog: TestService;
  readonly library: TestService;
  readonly social: TestService;
  /** Users of auth and games of the catalog that all services have copied. */
  people(count: number): Promise<Person[]>;
  games(count: number): Promise<string[]>;
  stop(): Promise<void>;
}

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly client: ApiClient;
}

const everything = 'http,relay,consumers,jobs';

interface SetupOptions {
  /** Roles of social's process. */
  readonly socialRoles?: string;
  /** Roles of library's process. */
  readonly libraryRoles?: string;
  /** Other settings of all services. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function startSetup(
  eventBus: 'redis' | 'kafka',
  { socialRoles = everything, libraryRoles = everything, env: given = {} }: SetupOptions = {},
): Promise<Setup> {
  const kafka = eventBus === 'kafka' ? await startOwnKafka() : null;
  const ofAll = { ...given, ...(kafka && { KAFKA_BROKERS: kafka.brokers }) };
  const catalog = await startTestService(catalogService, { eventBus, env: ofAll });
  const { REDIS_URL = '', REDIS_CACHE_URL = '' } = catalog.env;
  const env = { ...ofAll, REDIS_URL, REDIS_CACHE_URL };
  const ofLibrary = { ...env, ROLES: libraryRoles, CATALOG_URL: catalog.url };
  const [auth, library, social] = [
    await startTestService(authService, { eventBus, env }),
    await startTestService(libraryService, { eventBus, env: ofLibrary }),
    await startTestService(socialService, { eventBus, env: { ...env, ROLES: socialRoles } }),
  ];
  return {
    auth,
    catalog,
    library,
    social,
    people: async (count) => {
      const people = Array.from({ length: count }, () => {
        const [id, username] = [randomUUID(), `user_${randomUUID().slice(0, 8)}`];
        return { id, username, client: library.api.as({ userId: id, username, sessionId: randomUUID() }) };
      });
      for (const { id, username } of people) {
        await auth.query(
          `insert into users (id, username, email, password_hash, created_at, is_active, privacy, version)
           values ($1, $2, $2 || '@example.org', 'none', now(), true, 'public', 1)`,
          [id, username],
        );
      }
      await auth.command('republish');
      for (const { id } of people) await untilRows(social, 'select from users where id = $1', [id]);
      return people;
    },
    games: async (count) => {
      const guids = Array.from({ length: count }, () => `3030-${randomUUID().slice(0, 8)}`);
      for (const guid of guids) await addGame(catalog, guid);
      await catalog.command('republish');
      for (const guid of guids) {
        for (const service of [library, social]) await untilRows(service, 'select from games where guid = $1', [guid]);
      }
      return guids;
    },
    stop: async () => {
      for (const service of [social, library, auth, catalog]) await service.stop();
      await kafka?.stop();
    },
  };
}

/** Topics and groups have fixed names, so that another test on the same server would take events of this one. */
async function startOwnKafka() {
  const directory = mkdtempSync(join(tmpdir(), 'nightshelf-tests-'));
  const server = await startKafka({ directory, throwAway: true });
  return { brokers: server.brokers, stop: closeAfterTests(() => server.stop()) };
}

const addGame = (catalog: TestService, guid: string) =>
  catalog.query(
    `insert into games (guid, data, search_name, search_aliases, search_text, content_hash, fetched_at)
     values ($1, $2, $1, '{}', $1, $1, now())`,
    [
      guid,
      JSON.stringify({
        guid,
        name: `Game ${guid} – ゲーム`,
        deck: null,
        original_release_date: '2017-03-03',
        image: null,
        image_url: 'https://images.example/cover.jpg',
        platforms: [
          { id: 139, guid: '3045-139', name: 'Wii U', abbreviation: 'WiiU' },
          { id: 94, guid: null, name: 'PC', abbreviation: null },
        ],
      }),
    ],
  );

/** Removes all events of a topic from Redis Streams. */
export async function forgetStreams({ library }: Setup, topic: keyof typeof topics): Promise<void> {
  const redis = new Redis(library.env.REDIS_URL ?? '');
  let removed = 0;
  for (let partition = 0; partition < topics[topic].partitions; partition += 1) {
    removed += await redis.xtrim(`bus:stream:${topic}:${partition}`, 'MAXLEN', 0);
  }
  redis.disconnect();
  expect(removed).toBeGreaterThan(0);
}

/** Waits until social has the library's entries. */
export const untilSameEntries = ({ library, social }: Setup) =>
  until(
    'social has what the library has',
    async () => {
      const owned = await library.query('select id, version, rating, status from entries order by id');
      const kept = await social.query('select entry_id as id, version, rating, status from entries order by 1');
      expect(kept).toEqual(owned);
      return true;
    },
    90_000,
  );

export const untilRows = (service: TestService, sql: string, params: unknown[] = [], count = 1, deadlineMs = 60_000) =>
  until(`${count} of ${sql}`, async () => (await service.query(sql, params)).length === count, deadlineMs);

export async function shelve(person: Person, guids: readonly string[]): Promise<LibraryEntry[]> {
  const entries: LibraryEntry[] = [];
  for (const game_guid of guids) {
    const { user_game } = await person.client.call(libraryCalls.addEntry, { body: { game_guid, platform_id: 139 } });
    entries.push(user_game);
  }
  return entries;
}

/** Returns a user's library as another user sees it; null while social does not know the user. */
export async function libraryOf(social: TestService, id: string, viewer: Person) {
  const { status, body } = await social.api
    .as({ userId: viewer.id, username: viewer.username, sessionId: randomUUID() })
    .attempt(socialCalls.getUser, { params: { id } });
  return status === 200 ? body.library : null;
}

/** Returns all copies of a service and the versions it has seen, except those of snapshots, which only grow. */
export async function copiesOf(service: TestService, tables: readonly string[]) {
  const rows = await Promise.all(tables.map((table) => service.query(`select to_jsonb(t) from ${table} t order by 1`)));
  const seen = await service.query(
    'select topic, subject, version from inbox_versions where subject <> $1 order by 1, 2',
    ['snapshot'],
  );
  return { rows, seen };
}
