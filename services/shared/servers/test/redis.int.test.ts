import { join } from 'node:path';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { Redis as Client } from 'ioredis';
import { expect, it } from 'vitest';
import { startRedis } from '../src/redis.ts';

const folder = temporaryFolder();

async function ask<Answer>(url: string, act: (redis: Client) => Promise<Answer>): Promise<Answer> {
  const redis = new Client(url, { retryStrategy: () => null, maxRetriesPerRequest: 0 });
  redis.on('error', () => {});
  try {
    return await act(redis);
  } finally {
    redis.disconnect();
  }
}

it('keeps its data and its password across starts', async () => {
  const directory = join(folder, 'kept');
  const first = await startRedis({ directory, role: 'durable' });
  await ask(first.url, (client) => client.set('queue', 'full'));
  await first.stop();
  const second = await startRedis({ directory, role: 'durable' });
  expect(new URL(second.url).password).toBe(new URL(first.url).password);
  expect(await ask(second.url, (client) => client.get('queue'))).toBe('full');
  await second.stop();
});

it('never evicts when durable; as a cache it evicts keys and does not persist them', async () => {
  const durable = await startRedis({ directory: join(folder, 'policy'), role: 'durable', throwAway: true });
  const cache = await startRedis({ directory: join(folder, 'cache'), role: 'cache', throwAway: true });
  const setting = (url: string, name: string) =>
    ask(url, async (client) => (await client.config('GET', name)) as string[]);
  expect(await setting(durable.url, 'maxmemory-policy')).toContain('noeviction');
  expect(await setting(durable.url, 'appendfsync')).toContain('always');
  expect(await setting(cache.url, 'maxmemory-policy')).toContain('allkeys-lru');
  await ask(cache.url, (client) => client.set('game', 'cached'));
  await cache.restart();
  expect(await ask(cache.url, (client) => client.get('game'))).toBeNull();
  await Promise.all([durable.stop(), cache.stop()]);
});

it('requires a password', async () => {
  const redis = await startRedis({ directory: join(folder, 'guarded'), role: 'cache', throwAway: true });
  const stranger = `redis://127.0.0.1:${redis.port}`;
  await expect(ask(stranger, (client) => client.get('a'))).rejects.toThrow('NOAUTH');
  await redis.stop();
});
