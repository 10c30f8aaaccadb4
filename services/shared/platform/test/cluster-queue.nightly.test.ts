import { randomUUID } from 'node:crypto';
import { findRedis } from '@nightshelf/servers/redis.ts';
import { until } from '@nightshelf/testing';
import { RedisCluster } from '@nightshelf/testing/infrastructure/redis-cluster.ts';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { Queue, Worker } from 'bullmq';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectToQueue, connectWorker } from '../src/jobs/queues.ts';
import { createLogger } from '../src/logging/logger.ts';

const logger = createLogger('test', 'silent');
const name = 'work';

describe.skipIf(findRedis()?.kind !== 'program')('a queue in a Redis cluster', () => {
  const folder = temporaryFolder();
  let cluster: RedisCluster;

  beforeAll(async () => {
    cluster = await RedisCluster.start(folder, 1);
  }, 120_000);
  afterAll(() => cluster?.stop());

  test('is processed over the same connections while one master after the other fails', async () => {
    const ofQueue = connectToQueue(cluster.url, name, logger, { enableOfflineQueue: false });
    const ofWorker = connectWorker(cluster.url, name, logger);
    const queue = new Queue(name, ofQueue);
    const done = new Set<string>();
    const worker = new Worker<{ id: string }>(name, async ({ data }) => void done.add(data.id), ofWorker);
    queue.on('error', () => undefined);
    worker.on('error', () => undefined);
    const taken: string[] = [];
    const isWorkedOff = async () => {
      const id = randomUUID();
      await queue.add('go-on', { id }, { removeOnComplete: true });
      taken.push(id);
      await until('it is done', () => done.has(id), 3000);
      return true;
    };
    try {
      await until('it is worked off', isWorkedOff);
      for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
        await cluster.untilCopied();
        const gone = await cluster.masterOf(`${ofQueue.prefix}:${name}:wait`);
        await gone.kill(signal);
        await until('it is worked off again', isWorkedOff, 90_000);
        await (signal === 'SIGKILL' ? gone.restart() : gone.kill('SIGCONT'));
        await cluster.untilWhole();
        await until('it is worked off as ever', isWorkedOff);
      }
      await until('all is done', () => taken.every((id) => done.has(id)), 90_000);
      expect(await queue.getJobCounts('waiting', 'active', 'failed')).toEqual({ waiting: 0, active: 0, failed: 0 });
    } finally {
      await Promise.all([worker.close(true), queue.close()]);
      for (const { connection } of [ofQueue, ofWorker]) connection.disconnect();
    }
  }, 240_000);
});
