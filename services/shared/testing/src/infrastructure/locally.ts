import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findKafka, startKafka, startPostgres, startRedis } from '@nightshelf/servers';
import { logicalDatabases, type ProvidedServers } from './shape.ts';

/** Starts the servers as processes of this machine, in a folder that is deleted when they stop. */
export async function startLocally(withKafka: boolean): Promise<ProvidedServers> {
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-tests-'));
  const throwAway = true;
  const redis = (role: 'durable' | 'cache') =>
    startRedis({ directory: join(folder, role), role, throwAway, databases: logicalDatabases });
  const starting = [
    startPostgres({ directory: join(folder, 'postgres'), throwAway }),
    redis('durable'),
    redis('cache'),
    withKafka && findKafka() ? startKafka({ directory: join(folder, 'kafka'), throwAway }) : null,
  ] as const;
  const stop = async () => {
    const started = await Promise.allSettled(starting);
    await Promise.all(started.map((result) => (result.status === 'fulfilled' ? result.value?.stop() : undefined)));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [postgres, durable, cache, kafka] = await Promise.all(starting);
    return {
      postgresAdminUrl: postgres.adminUrl,
      redisUrl: durable.url,
      redisCacheUrl: cache.url,
      kafkaBrokers: kafka?.brokers ?? null,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
