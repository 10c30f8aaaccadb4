import { randomUUID } from 'node:crypto';
import { databaseUrl } from '@nightshelf/servers';
import { withDatabase } from '@nightshelf/servers/postgres/databases.ts';
import { withRedis } from '@nightshelf/servers/redis.ts';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { inject } from 'vitest';
import { closeAfterTests } from '../close-after-tests.ts';
import { type Infrastructure, logicalDatabases, templateDatabase, tester } from './shape.ts';

/**
 * Returns the servers of this test run. A test that needs Kafka is skipped, and counted as skipped, when `kafkaBrokers`
 * is null.
 */
export function infrastructure(): Infrastructure {
  return inject('infrastructure');
}

export interface TestDatabase {
  /** URL of its owner, who is no superuser, like a service's role. */
  readonly url: string;
  /** Called after the tests at the latest. */
  drop(): Promise<void>;
}

/**
 * Creates an empty database with pg_trgm, unaccent and citext.
 * @param prefix first part of its name, to recognize it on the server
 */
export function createDatabase(prefix: string): Promise<TestDatabase> {
  return copyOf(templateDatabase, prefix);
}

/**
 * Creates a database prepared by `prepare`, which runs only once for all tests of the run.
 * @param made name of the prepared state
 */
export async function createPrepared(made: string, prepare: (url: string) => Promise<void>): Promise<TestDatabase> {
  const template = named('template', made);
  await administer(async (admin) => {
    // Held until this connection ends.
    await admin.query(`select pg_advisory_lock(hashtext('${template}'))`);
    const { rowCount } = await admin.query(`select from pg_database where datname = '${template}'`);
    if (rowCount) return;
    const unfinished = `${template}_unfinished`;
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(creation(unfinished, templateDatabase));
    await prepare(addressOf(unfinished));
    await admin.query(`alter database ${unfinished} rename to ${template}`);
  });
  return copyOf(template, made);
}

async function copyOf(template: string, prefix: string): Promise<TestDatabase> {
  const name = named(prefix, randomUUID().slice(0, 8));
  await administer((admin) => admin.query(creation(name, template)));
  return {
    url: addressOf(name),
    drop: closeAfterTests(async () => {
      await administer((admin) => admin.query(`drop database if exists ${name} with (force)`));
    }),
  };
}

const named = (...parts: readonly string[]) => parts.join('_').replaceAll(/\W/g, '_');

const creation = (name: string, template: string) =>
  `create database ${name} template ${template} owner ${tester.name} strategy file_copy`;

const addressOf = (name: string) => databaseUrl(infrastructure().postgresAdminUrl, name, tester);

const administer = (act: (admin: pg.Client) => Promise<unknown>) =>
  withDatabase(infrastructure().postgresAdminUrl, act);

export interface IsolatedRedis {
  readonly url: string;
  readonly cacheUrl: string;
  /** Empties both databases and returns their number, after the tests at the latest. */
  release(): Promise<void>;
}

/**
 * Reserves a logical database that no other test uses, with the same number on the durable and the cache server.
 * Pub/sub channels are shared by all logical databases.
 */
export async function isolatedRedis(): Promise<IsolatedRedis> {
  const { redisUrl, redisCacheUrl } = infrastructure();
  const number = await withRedis(redisUrl, reserveNumber);
  const [url, cacheUrl] = [`${redisUrl}/${number}`, `${redisCacheUrl}/${number}`];
  return {
    url,
    cacheUrl,
    release: closeAfterTests(async () => {
      await Promise.all([url, cacheUrl].map((one) => withRedis(one, (redis) => redis.flushdb())));
      await withRedis(redisUrl, (redis) => redis.del(reservation(number)));
    }),
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
