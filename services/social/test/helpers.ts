import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { type EntryState, entryAdded, entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { type UserState, userRegistered, userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { GameSummary } from '@nightshelf/contracts/games.ts';
import { startService } from '@nightshelf/platform/service/start-service.ts';
import { ApiClient, closeAfterTests, startTestService, until } from '@nightshelf/testing';
import { Redis } from 'ioredis';
import { socialService } from '../src/service.ts';

export const someUser = (given: Partial<UserState> = {}): UserState => ({
  user_id: randomUUID(),
  username: `user_${randomUUID().slice(0, 8)}`,
  first_name: 'First',
  last_name: null,
  created_at: '2026-01-02T03:04:05.678Z',
  is_active: true,
  privacy: 'public',
  ...given,
});

export const someGame = (given: Partial<GameSummary> = {}): GameSummary => ({
  guid: `3030-${randomUUID().slice(0, 8)}`,
  id: 1,
  name: 'A Game – ゲーム',
  deck: null,
  original_release_date: '2017-03-03',
  image: null,
  image_url: 'https://images.example/cover.jpg',
  platforms: [{ id: 139, guid: '3045-139', name: 'Wii U', abbreviation: 'WiiU' }],
  ...given,
});

export const someEntry = (user_id: string, guid: string, given: Partial<EntryState> = {}): EntryState => ({
  entry_id: randomUUID(),
  user_id,
  guid,
  status: 'playing',
  rating: null,
  hours_played: null,
  platform_id: null,
  is_shared: false,
  date_added: '2026-02-03T04:05:06.789Z',
  ...given,
});

interface WithId {
  readonly id: string;
}

/** A user with a signed-in client. */
export class TestUser {
  readonly user: UserState;
  readonly id: string;
  readonly client: ApiClient;

  constructor(api: ApiClient, user: UserState) {
    const { user_id: userId, username } = user;
    this.user = user;
    this.id = userId;
    this.client = api.as({ userId, username, sessionId: randomUUID() });
  }

  follow({ id }: WithId) {
    return this.client.call(socialCalls.followUser, { params: { id } });
  }

  unfollow({ id }: WithId) {
    return this.client.call(socialCalls.unfollowUser, { params: { id } });
  }

  /** Requests a user's page, optionally with the tag of an earlier response as an open page does. */
  async openPage({ id }: WithId, etag?: string) {
    type Page = CallAnswer<typeof socialCalls.getUser>;
    const { status, headers, body } = await this.client.send<Page>('GET', `/api/users/${id}`, {
      headers: etag ? { 'if-none-match': etag } : {},
    });
    return { status, page: body, etag: headers.get('etag') ?? '', cacheControl: headers.get('cache-control') };
  }

  /** Returns the library that a user's page shows to this user. */
  async libraryOf({ id }: WithId) {
    return (await this.client.call(socialCalls.getUser, { params: { id } })).library;
  }

  /** Returns the activity of the users that this user follows. */
  async followedActivity() {
    return (await this.client.call(socialCalls.listFollowedActivity, {})).deeds;
  }
}

/** Starts social for the calling test file, with functions that deliver events and wait until they have arrived. */
export async function startSocial(env: Readonly<Record<string, string>> = {}) {
  const service = await startTestService(socialService, { env });

  const countRows = async (table: string, where: string, params: unknown[]) =>
    (await service.query(`select from ${table} where ${where}`, params)).length;
  const untilRow = (table: string, where: string, params: unknown[]) =>
    until(`${table} has ${params}`, async () => (await countRows(table, where, params)) > 0);
  const untilGone = (table: string, where: string, params: unknown[]) =>
    until(`${table} has no ${params}`, async () => (await countRows(table, where, params)) === 0);

  async function register(...users: UserState[]): Promise<void> {
    for (const data of users) await service.deliver(userRegistered, { data });
    for (const { user_id } of users) await untilRow('users', 'id = $1', [user_id]);
  }

  /** Delivers games and entries. */
  async function shelve(games: GameSummary[], entries: EntryState[]): Promise<void> {
    for (const data of games) await service.deliver(gameUpserted, { data });
    for (const data of entries) await service.deliver(entryAdded, { data });
    for (const { guid } of games) await untilRow('games', 'guid = $1', [guid]);
    for (const { entry_id } of entries) await untilRow('entries', 'entry_id = $1', [entry_id]);
  }

  return {
    ...service,
    untilRow,
    untilGone,
    register,
    shelve,

    newUser: async (given: Partial<UserState> = {}) => {
      const user = someUser(given);
      await register(user);
      return new TestUser(service.api, user);
    },

    /** Adds a game that the catalog knows to a user's library. */
    addGame: async ({ id }: WithId, given: Partial<EntryState> = {}) => {
      const game = someGame();
      const entry = someEntry(id, game.guid, given);
      await shelve([game], [entry]);
      return { game, entry };
    },

    /** Delivers the next state of an entry. */
    change: async (entry: EntryState, version: number, received: { time?: string; republished?: true } = {}) => {
      await service.deliver(entryUpdated, { data: entry, version, ...received });
      await untilRow('entries', 'entry_id = $1 and version = $2', [entry.entry_id, version]);
    },

    /** Delivers the removal of an entry. */
    remove: async ({ entry_id, user_id, guid }: EntryState, version: number) => {
      await service.deliver(entryRemoved, { data: { entry_id, user_id, guid }, version });
      await untilGone('entries', 'entry_id = $1', [entry_id]);
    },

    /** Delivers the next state of a user. */
    become: async ({ user, id }: TestUser, given: Partial<UserState>, version: number) => {
      await service.deliver(userUpdated, { data: { ...user, ...given }, version });
      await untilRow('inbox_versions', `topic = 'auth.users' and subject = $1 and version >= $2`, [id, version]);
    },

    /** Returns the tables of follows, to check that a refused call changed nothing. */
    followTables: () =>
      Promise.all([
        service.query('select * from follows order by 1, 2'),
        service.query('select * from follow_counts order by 1'),
        service.query('select count(*)::int from outbox'),
      ]),

    /** Starts another process of the service until the end of the calling test or file, with changed settings. */
    startReplica: async (change: Readonly<Record<string, string>>) => {
      const replica = await startService(socialService, { ...service.env, ...change });
      return { api: new ApiClient(replica.url), stop: closeAfterTests(() => replica.stop()) };
    },

    /** Connects to the service's Redis until the end of the calling test file. */
    connectRedis: () => {
      const redis = new Redis(service.env.REDIS_URL ?? '');
      closeAfterTests(async () => redis.disconnect());
      return redis;
    },
  };
}
