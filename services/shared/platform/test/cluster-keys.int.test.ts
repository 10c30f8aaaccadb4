import { randomUUID } from 'node:crypto';
import { findRedis } from '@nightshelf/servers/redis.ts';
import { RedisCluster } from '@nightshelf/testing/infrastructure/redis-cluster.ts';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../src/logging/logger.ts';
import type { RedisClient } from '../src/redis/client.ts';
import { connectRedis } from '../src/redis/connect.ts';
import { SessionStore, sessionIdOf } from '../src/sessions/session-store.ts';

const logger = createLogger('test', 'silent');

describe.skipIf(findRedis()?.kind !== 'program')('in a Redis cluster', () => {
  const folder = temporaryFolder();
  let cluster: RedisCluster;
  let redis: RedisClient;

  beforeAll(async () => {
    cluster = await RedisCluster.start(folder);
    redis = connectRedis(cluster.url, logger);
  }, 120_000);
  afterAll(async () => {
    redis?.disconnect();
    await cluster?.stop();
  });

  test('begins, finds, lists and ends sessions, one by one or all together', async () => {
    const sessions = new SessionStore(redis);
    const users = Array.from({ length: 10 }, () => ({ userId: randomUUID(), username: 'ada' }));
    for (const user of users) {
      const [one = '', two = '', three = ''] = await Promise.all([1, 2, 3].map(() => sessions.begin(user)));
      expect(await sessions.find(two)).toMatchObject(user);
      expect(await sessions.list(user.userId)).toHaveLength(3);
      expect(await sessions.end(user.userId, sessionIdOf(one))).toBe(true);
      expect(await sessions.endAll(user.userId, sessionIdOf(two))).toBe(1);
      expect(await Promise.all([one, two, three].map(async (token) => (await sessions.find(token)) !== null))).toEqual([
        false,
        true,
        false,
      ]);
      expect(await sessions.ended([one, two, three].map(sessionIdOf))).toEqual([one, three].map(sessionIdOf));
    }
  });
});
