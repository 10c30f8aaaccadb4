import { randomUUID } from 'node:crypto';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { type EntryState, entryAdded, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { type UserState, userRegistered, userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { GameSummary } from '@nightshelf/contracts/games.ts';
import { startService } from '@nightshelf/platform/service/start-service.ts';
import { ApiClient, closeAfterTests, startTestService, type TestService, until } from '@nightshelf/testing';
import { Redis } from 'ioredis';
import { socialService } from '../src/service.ts';

/** Starts social for the calling test file. */
export const startSocial = (env: Readonly<Record<string, string>> = {}): Promise<TestService> =>
  startTestService(socialService, { env });

/** Starts another process of the service until the end of the calling test or file, with changed settings. */
export async function startReplica({ env }: TestService, change: Readonly<Record<string, string>>) {
  const replica = await startService(socialService, { ...env, ...change });
  return { api: new ApiClient(replica.url), stop: closeAfterTests(() => replica.stop()) };
}

/** Connects to the service's Redis until the end of the calling test file. */
export function redisOf({ env }: TestService): Redis {
  const redis = new Redis(env.REDIS_URL ?? '');
  closeAfterTests(async () => redis.disconnect());
  return redis;
}

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

export const clientOf = (service: TestService, { user_id, username }: UserState): ApiClient =>
  service.api.as({ userId: user_id, username, sessionId: randomUUID() });

export async function untilRow(service: TestService, table: string, where: string, params: unknown[]): Promise<void> {
  await until(`${table} has ${params}`, async () => {
    const rows = await service.query(`select from ${table} where ${where}`, params);
    return rows.length > 0;
  });
}

/** Delivers registrations and waits until the directory has them. */
export async function register(service: TestService, ...users: UserState[]): Promise<void> {
  for (const data of users) await service.deliver(userRegistered, { data });
  for (const { user_id } of users) await untilRow(service, 'users', 'id = $1', [user_id]);
}

/** Delivers games and entries and waits until both have arrived. */
export async function shelve(service: TestService, games: GameSummary[], entries: EntryState[]): Promise<void> {
  for (const data of games) await service.deliver(gameUpserted, { data });
  for (const data of entries) await service.deliver(entryAdded, { data });
  for (const { guid } of games) await untilRow(service, 'games', 'guid = $1', [guid]);
  for (const { entry_id } of entries) await untilRow(service, 'entries', 'entry_id = $1', [entry_id]);
}

/** Registers a user and returns a signed-in client. */
export async function newUser(service: TestService, given: Partial<UserState> = {}) {
  const user = someUser(given);
  await register(service, user);
  return { user, client: clientOf(service, user), id: user.user_id };
}

export type TestUser = Awaited<ReturnType<typeof newUser>>;

export const follow = (one: TestUser, other: { readonly id: string }) =>
  one.client.call(socialCalls.followUser, { params: { id: other.id } });

export const unfollow = (one: TestUser, other: { readonly id: string }) =>
  one.client.call(socialCalls.unfollowUser, { params: { id: other.id } });

/** Delivers the next state of an entry and waits until it has arrived. */
export async function change(
  service: TestService,
  entry: EntryState,
  version: number,
  received: { readonly time?: string; readonly republished?: true } = {},
): Promise<void> {
  await service.deliver(entryUpdated, { data: entry, version, ...received });
  await untilRow(service, 'entries', 'entry_id = $1 and version = $2', [entry.entry_id, version]);
}

/** Delivers the next state of a user and waits until it has arrived. */
export async function become(
  service: TestService,
  { user, id }: TestUser,
  given: Partial<Pick<UserState, 'privacy' | 'is_active'>>,
  version: number,
): Promise<void> {
  const data = { ...user, ...given };
  await service.deliver(userUpdated, { data, version });
  await untilRow(service, 'users', 'id = $1 and privacy = $2 and is_active = $3', [id, data.privacy, data.is_active]);
}

/** Returns the tables of follows, to check that a refused call changed nothing. */
export const followTables = (service: TestService) =>
  Promise.all(
    [
      'select * from follows order by 1, 2',
      'select * from follow_counts order by 1',
      'select count(*)::int from outbox',
    ].map((sql) => service.query(sql)),
  );
