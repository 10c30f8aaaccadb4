import { socialCalls, userUpdated } from '@nightshelf/contracts';
import { PrivacyNotes, type RunningService, startService } from '@nightshelf/platform';
import { ApiClient, startTestService, type TestService, until } from '@nightshelf/testing';
import { type SwallowingProxy, startSwallowingProxy } from '@nightshelf/testing/swallowing-proxy.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { socialService } from '../src/service.ts';
import { shelve, somebody, someEntry, someGame } from './helpers.ts';

let service: TestService;
let redis: Redis;
let notes: PrivacyNotes;
let proxy: SwallowingProxy;
let behind: RunningService;
let owner: Awaited<ReturnType<typeof somebody>>;
let viewer: Awaited<ReturnType<typeof somebody>>;

beforeAll(async () => {
  service = await startTestService(socialService);
  const { REDIS_URL = '' } = service.env;
  redis = new Redis(REDIS_URL);
  notes = new PrivacyNotes(redis);
  await redis.ping();
  proxy = await startSwallowingProxy(REDIS_URL);
  behind = await startService(socialService, { ...service.env, REDIS_URL: proxy.url, ROLES: 'http' });
});
afterAll(async () => {
  await behind.stop();
  await proxy.close();
  redis.disconnect();
  await service.stop();
});

beforeEach(async () => {
  [owner, viewer] = [await somebody(service), await somebody(service)];
  const game = someGame();
  await shelve(service, [game], [someEntry(owner.id, game.guid)]);
});

/** How many games the viewer is shown. */
const shown = async (id = owner.id, api = viewer.client) =>
  (await api.call(socialCalls.getUser, { params: { id } })).library.length;

test('what is noted of a later version hides, however the id is written; its owner sees all', async () => {
  expect(await shown()).toBe(1);
  await notes.note(owner.id, { version: 2, privacy: 'private' });
  expect(await shown()).toBe(0);
  expect(await shown(owner.id.toUpperCase())).toBe(0);
  expect(await shown(owner.id, owner.client)).toBe(1);
});

test('what is noted of a version that the copy has, or has passed, is history', async () => {
  await notes.note(owner.id, { version: 1, privacy: 'private' });
  expect(await shown()).toBe(1);
  await notes.note(owner.id, { version: 3, privacy: 'private' });
  expect(await shown()).toBe(0);
  await service.deliver(userUpdated, { data: owner.user, version: 4 });
  await until('the newer event decides', async () => (await shown()) === 1);
});

test('nothing that is noted shows what the copy hides, and an older note replaces no newer one', async () => {
  await service.deliver(userUpdated, { data: { ...owner.user, privacy: 'private' }, version: 2 });
  await until('private', async () => (await shown()) === 0);
  await notes.note(owner.id, { version: 3, privacy: 'public' });
  expect(await shown()).toBe(0);
  await service.deliver(userUpdated, { data: owner.user, version: 3 });
  await until('public', async () => (await shown()) === 1);
  await notes.note(owner.id, { version: 5, privacy: 'public' });
  await notes.note(owner.id, { version: 4, privacy: 'private' });
  expect(await shown()).toBe(1);
});

test('a Redis that no longer answers delays a page by half a second, and the copy decides', async () => {
  const api = new ApiClient(behind.url, viewer.client.identity);
  await until('Redis answers', async () => {
    await notes.note(owner.id, { version: 2, privacy: 'private' });
    return (await shown(owner.id, api)) === 0;
  });
  proxy.swallowNew(true);
  proxy.swallow();
  const began = performance.now();
  expect(await shown(owner.id, api)).toBe(1);
  expect(performance.now() - began).toBeLessThan(2500);
  proxy.swallowNew(false);
  await until('Redis is asked again', async () => (await shown(owner.id, api)) === 0, 30_000);
});
