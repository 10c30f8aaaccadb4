import { findRedis } from '@nightshelf/servers/redis.ts';
import { until } from '@nightshelf/testing';
import { RedisCluster } from '@nightshelf/testing/infrastructure/redis-cluster.ts';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isDependencyFault } from '../src/errors/dependency-faults.ts';
import { createLogger } from '../src/logging/logger.ts';
import type { RedisClient } from '../src/redis/client.ts';
import { checkRedis, connectRedis, connectToOne } from '../src/redis/connect.ts';
import type { HealingRedisOptions } from '../src/redis/healing-redis.ts';
import { reachRedis } from './fixtures/reach-redis.ts';

const logger = createLogger('test', 'silent');
const quick = { commandTimeout: 1000, silenceMs: 1000, idleMs: 1000 };

/** Keys of three masters. */
const spread = Array.from({ length: 20 }, (_, at) => `key:${at}`);

const faultOf = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);

describe.skipIf(findRedis()?.kind !== 'program')('a Redis cluster', () => {
  const folder = temporaryFolder();
  let cluster: RedisCluster;

  beforeAll(async () => {
    cluster = await RedisCluster.start(folder, 1);
  }, 120_000);
  afterEach(async () => {
    for (const node of cluster.nodes) await node.kill('SIGCONT');
  });
  afterAll(() => cluster?.stop());

  function open(options: HealingRedisOptions = {}): RedisClient {
    const redis = connectRedis(cluster.url, logger, { ...quick, ...options });
    onTestFinished(() => redis.disconnect());
    return redis;
  }

  test('serves commands like one server, whatever the keys', async () => {
    const redis = open();
    await Promise.all(spread.map((key) => redis.set(key, key)));
    expect(await Promise.all(spread.map((key) => redis.get(key)))).toEqual(spread);
    expect(new Set(await Promise.all(spread.map(async (key) => (await cluster.masterOf(key)).port))).size).toBe(3);
    await redis.multi().lpush('list', 'one').pexpire('list', 60_000).exec();
    expect(await redis.duplicate().brpop('list', 1)).toEqual(['list', 'one']);
    expect(await checkRedis(redis)).toBeNull();
    await reachRedis(cluster.url);
  });

  test('requires its password and reachable nodes', async () => {
    await expect(reachRedis(cluster.url.replace(/:[^:@]+@/, ':wrong@'))).rejects.toThrow();
    await expect(reachRedis('redis+cluster://127.0.0.1:9,localhost:9')).rejects.toThrow();
    for (const enableOfflineQueue of [true, false]) {
      const nowhere = connectRedis('redis+cluster://127.0.0.1:9', logger, { ...quick, enableOfflineQueue });
      onTestFinished(() => nowhere.disconnect());
      expect(isDependencyFault(await faultOf(nowhere.get('key')))).toBe(true);
    }
  });

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'continues with the same connections when a master fails (%s), and again when its successor does',
    async (signal) => {
      const [redis, copy] = [open(), open().duplicate()];
      onTestFinished(() => copy.disconnect());
      copy.on('error', () => undefined);
      const messages = connectToOne(cluster.url, logger, { ...quick, autoResubscribe: true });
      onTestFinished(() => messages.disconnect());
      let heard = 0;
      messages.on('message', () => {
        heard += 1;
      });
      await until('it is subscribed to', () => messages.subscribe('channel'));
      const [key = ''] = spread;
      for (const round of ['first', 'second']) {
        await until('it is written', async () => (await redis.set(key, round)) === 'OK', 60_000);
        await cluster.untilCopied();
        const gone = await cluster.masterOf(key);
        await gone.kill(signal);
        const began = performance.now();
        const faults: unknown[] = [];
        const goesOn = async () => {
          faults.push(await faultOf(redis.incr(`{${key}}:tries`)));
          return (await redis.get(key)) === round;
        };
        await until(
          'another has taken its place',
          async () => (await goesOn()) && (await cluster.masterOf(key)).port !== gone.port,
          60_000,
        );
        await until('the other connection goes on', async () => (await copy.get(key)) === round);
        expect(performance.now() - began).toBeLessThan(30_000);
        expect(faults.filter((fault) => fault && !isDependencyFault(fault))).toEqual([]);
        const before = heard;
        await until('messages are heard again', async () => {
          await redis.publish('channel', 'hello');
          return heard > before;
        });
        await (signal === 'SIGKILL' ? gone.restart() : gone.kill('SIGCONT'));
        await cluster.untilWhole();
        await cluster.untilCopied();
      }
    },
    240_000,
  );

  test('grows in use without refused commands or lost data', async () => {
    const redis = open({ commandTimeout: 5000, silenceMs: 5000 });
    let [count, isGrowing] = [0, true];
    const use = async () => {
      while (isGrowing) {
        await Promise.all(spread.map((key) => redis.incr(`{${key}}:count`)));
        count += 1;
      }
    };
    const using = use();
    using.catch(() => undefined);
    const added = await cluster.grow(spread).finally(() => {
      isGrowing = false;
    });
    await using;
    expect(await Promise.all(spread.map((key) => redis.get(`{${key}}:count`)))).toEqual(
      spread.map(() => String(count)),
    );
    expect(await cluster.askNode(added, (one) => one.keys('{key:*}:count'))).toHaveLength(spread.length);
  }, 240_000);
});
