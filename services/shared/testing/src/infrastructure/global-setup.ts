import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createExtensions, databaseUrl, findKafka, startKafka, startPostgres, startRedis } from '@nightshelf/servers';
import { withDatabase } from '@nightshelf/servers/postgres/databases.ts';
import { dockerAnswers } from '@nightshelf/servers/process/tools.ts';
import type { TestProject } from 'vitest/node';
import { logicalDatabases, type ProvidedServers, type ServerSource, templateDatabase, tester } from './shape.ts';

/**
 * Starts PostgreSQL, both Redis servers and Kafka once for the whole run: in containers if a Docker engine responds and
 * has or gets the images, else as processes (always with TESTCONTAINERS=0). TEST_KAFKA=0 omits Kafka.
 * @returns a function that stops them
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const withKafka = process.env.TEST_KAFKA !== '0';
  const inContainers = process.env.TESTCONTAINERS !== '0' && dockerAnswers();
  const servers =
    (inContainers ? await tryContainers(withKafka) : null) ??
    (await startAll(processes, withKafka && findKafka() !== null));
  if (process.env.CI === 'true' && servers.kafkaBrokers === null) {
    await servers.stop();
    throw new Error('CI has to provide Kafka: a Docker engine, or Java 17 with Maven.');
  }
  await prepareDatabases(servers.postgresAdminUrl);
  const { stop, ...addresses } = servers;
  project.provide('infrastructure', addresses);
  return stop;
}

/** An engine may respond and still have neither images nor a registry to get them from. */
async function tryContainers(withKafka: boolean): Promise<ProvidedServers | null> {
  // Loaded lazily, because testcontainers takes a second to load.
  const { containers } = await import('./containers.ts');
  try {
    return await startAll(containers, withKafka);
  } catch (error) {
    console.warn('The servers could not be started in containers, so they run as processes:', error);
    return null;
  }
}

/** Starts the servers as processes of this machine, each in a folder that is deleted when it stops. */
const processes: ServerSource = {
  async postgres() {
    const server = await startPostgres(temporary());
    return { url: server.adminUrl, stop: () => server.stop() };
  },
  redis: (role) => startRedis({ ...temporary(), role, databases: logicalDatabases }),
  async kafka() {
    const server = await startKafka(temporary());
    return { url: server.brokers, stop: () => server.stop() };
  },
};

const temporary = () => ({ directory: mkdtempSync(join(tmpdir(), 'nightshelf-tests-')), throwAway: true });

/** Starts all servers; if one fails, stops the others. */
async function startAll({ postgres, redis, kafka }: ServerSource, withKafka: boolean): Promise<ProvidedServers> {
  const starting = [postgres(), redis('durable'), redis('cache'), withKafka ? kafka() : null] as const;
  const stop = async () => {
    const started = await Promise.allSettled(starting);
    await Promise.all(started.map((result) => (result.status === 'fulfilled' ? result.value?.stop() : undefined)));
  };
  try {
    const [database, durable, cache, broker] = await Promise.all(starting);
    return {
      postgresAdminUrl: database.url,
      redisUrl: durable.url,
      redisCacheUrl: cache.url,
      kafkaBrokers: broker?.url ?? null,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function prepareDatabases(adminUrl: string): Promise<void> {
  await withDatabase(adminUrl, async (admin) => {
    await admin.query(`create role ${tester.name} login password '${tester.password}'`);
    await admin.query(`create database ${templateDatabase}`);
  });
  await createExtensions(databaseUrl(adminUrl, templateDatabase));
}
