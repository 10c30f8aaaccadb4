import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import type { Privacy } from '@nightshelf/contracts/users.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { type ApiClient, until } from '@nightshelf/testing';
import { OwnRedis } from '@nightshelf/testing/infrastructure/own-redis.ts';
import { expect, test } from 'vitest';
import { join } from './people.ts';
import { redisOf, startAuth, startReplica } from './setup.ts';

const service = await startAuth();
const own = await OwnRedis.start();
const behind = await startReplica(service, { REDIS_URL: own.url, ROLES: 'http' });

const { redis } = redisOf(service);
await redis.ping();
const noted = (userId: string) => new PrivacyNotes(redis).find(userId);

const change = (api: ApiClient, privacy: Privacy, key?: string) =>
  api.call(authCalls.updateProfile, { body: { privacy } }, key ? { key } : {});

test('notes a privacy change before the response', async () => {
  const { api, user } = await join(service);
  expect(await noted(user.id)).toBeNull();
  await change(api, 'private');
  expect(await noted(user.id)).toEqual({ privacy: 'private', version: 2 });
  await change(api, 'public');
  expect(await noted(user.id)).toEqual({ privacy: 'public', version: 3 });
});

test('notes the last stored of many concurrent changes', async () => {
  const { api, user } = await join(service);
  await Promise.all(Array.from({ length: 12 }, (_, turn) => change(api, turn % 2 ? 'public' : 'private')));
  const [row] = await service.query('select privacy, version from users where id = $1', [user.id]);
  expect(await noted(user.id)).toEqual(row);
});

test('notes the stored value for a repeated request', async () => {
  const { api, user } = await join(service);
  await change(api, 'private', 'once');
  await change(api, 'public');
  await change(api, 'private', 'once');
  expect(await noted(user.id)).toEqual({ privacy: 'public', version: 3 });
});

test.each([
  ['full', () => own.fill(), () => own.empty()],
  ['unavailable', () => own.end(), () => own.start()],
] as const)('saves the change while Redis is %s and notes it later', async (_, lose, restore) => {
  const { identity, user } = await join(service);
  await lose();
  const began = performance.now();
  expect((await change(behind.api.as(identity), 'private')).user.privacy).toBe('private');
  // Well below the five seconds that a Redis command may take.
  expect(performance.now() - began).toBeLessThan(4500);
  await restore();
  await until('the change is noted', () =>
    own.with(async (redis) => {
      await redis.ping();
      return (await new PrivacyNotes(redis).find(user.id))?.version === 2;
    }),
  );
});
