import { findRedis } from '@nightshelf/servers/redis.ts';
import { until } from '@nightshelf/testing';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../src/logging/logger.ts';
import type { RedisClient } from '../src/redis/client.ts';
import { connectRedis } from '../src/redis/connect.ts';
import { reachRedis } from './fixtures/reach-redis.ts';
import { startSentinels } from './fixtures/redis-sentinels.ts';

const logger = createLogger('test', 'silent');

describe.skipIf(findRedis()?.kind !== 'program')('Redis with sentinels', () => {
  const folder = temporaryFolder();
  let stage: Awaited<ReturnType<typeof startSentinels>>;

  beforeAll(async () => {
    stage = await startSentinels(folder);
  }, 120_000);
  afterAll(() => stage?.stop());

  function open(): RedisClient {
    const redis = connectRedis(stage.url, logger, { commandTimeout: 1000, silenceMs: 1000, idleMs: 1000 });
    onTestFinished(() => redis.disconnect());
    return redis;
  }

  test('the same connections use the new master when the old one stops responding', async () => {
    const [redis, copy] = [open(), open().duplicate()];
    onTestFinished(() => copy.disconnect());
    copy.on('error', () => undefined);
    await until('the master answers', async () => (await redis.set('session', 'kept')) === 'OK');
    // A master may lose writes that no replica has acknowledged.
    await until('it is copied', async () => (await redis.wait(1, 500)) === 1, 60_000);
    await stage.master.kill('SIGSTOP');
    for (const connection of [redis, copy]) {
      await until('another has taken its place', async () => (await connection.set('since', 'then')) === 'OK', 60_000);
      expect(await connection.get('session')).toBe('kept');
    }
    expect(await redis.info('server')).toContain(`tcp_port:${stage.replica.port}`);
    await reachRedis(stage.url);
    await stage.master.kill('SIGCONT');
    await until('the one before is a replica', async () => (await redis.wait(1, 500)) === 1, 60_000);
  }, 240_000);

  test('a single command fails when no sentinel responds', async () => {
    await expect(reachRedis('redis+sentinel://127.0.0.1:9,localhost:9/sessions')).rejects.toThrow('unreachable');
  });
});
