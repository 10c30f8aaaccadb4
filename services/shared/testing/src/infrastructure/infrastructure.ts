import { randomUUID } from 'node:crypto';
import { databaseUrl } from '@nightshelf/servers';
import { Redis } from 'ioredis';
import pg from 'pg';
import { inject } from 'vitest';
import { type Infrastructure, logicalDatabases, templateDatabase, tester } from './shape.ts';

/** The servers of this test run. A test that needs Kafka is skipped, and counted as such, when `kafkaBrokers` is null. */
export function infrastructure(): Infrastructure {
  return inject('infrastructure');
}

export interface TestDatabase {
  /** As its owner, who like a service's role is no superuser. */
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * An empty database of its own, with pg_trgm, unaccent and citext.
 * @param prefix first part of its name, for whoever looks at the server while tests run
 */
export async function createDatabase(prefix: string): Promise<TestDatabase> {
  const { postgresAdminUrl } = infrastructure();
  const name = `${prefix.replaceAll(/\W/g, '_')}_${randomUUID().slice(0, 8)}`;
  await administer(`create database ${name} template ${templateDatabase} owner ${tester.name} strategy file_copy`);
  return {
    url: databaseUrl(postgresAdminUrl, name, tester),
    drop: () => administer(`drop database if exists ${name} with (force)`),
  };
}

async function administer(sql: string): Promise<void> {
  const admin = new pg.Client({ connectionString: infrastructure().postgresAdminUrl });
  await admin.connect();
  try {
    await admin.query(sql);
  } finally {
    await admin.end();
  }
}

export interface IsolatedRedis {
  readonly url: string;
  readonly cacheUrl: string;
  /** Empties both and gives them back. */
  release(): Promise<void>;
}

/**
 * A logical database that no other test uses, of the same number on the durable and on the cache server. Channels of
 * publish/subscribe are not divided by logical databases.
 */
export async function isolatedRedis(): Promise<IsolatedRedis> {
  const { redisUrl, redisCacheUrl } = infrastructure();
  const number = await withRedis(redisUrl, reserveNumber);
  const [url, cacheUrl] = [`${redisUrl}/${number}`, `${redisCacheUrl}/${number}`];
  return {
    url,
    cacheUrl,
    release: async () => {
      await Promise.all([url, cacheUrl].map((one) => withRedis(one, (redis) => redis.flushdb())));
      await withRedis(redisUrl, (redis) => redis.del(reservation(number)));
    },
  };
}

/** Database 0 holds the reservations. */
async function reserveNumber(redis: Redis): Promise<number> {
  for (;;) {
    const number = ((await redis.incr('next-number')) % (logicalDatabases - 1)) + 1;
    if (await redis.set(reservation(number), '1', 'NX')) return number;
  }
}

const reservation = (number: number) => `reserved:${number}`;

async function withRedis<Result>(url: string, act: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url);
  try {
    return await act(redis);
  } finally {
    redis.disconnect();
  }
}
