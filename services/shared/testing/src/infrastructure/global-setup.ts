import { createExtensions, databaseUrl } from '@nightshelf/servers';
import { dockerAnswers } from '@nightshelf/servers/process/tools.ts';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startLocally } from './locally.ts';
import { type ProvidedServers, templateDatabase, tester } from './shape.ts';

/**
 * Starts PostgreSQL, both Redis servers and Kafka once for the whole run: in containers if a Docker engine responds and
 * has or gets the images, else as processes (always with TESTCONTAINERS=0). TEST_KAFKA=0 omits Kafka.
 * @returns a function that stops them
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const withKafka = process.env.TEST_KAFKA !== '0';
  const inContainers = process.env.TESTCONTAINERS !== '0' && dockerAnswers();
  const servers = (inContainers ? await tryContainers(withKafka) : null) ?? (await startLocally(withKafka));
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
  const { startContainers } = await import('./containers.ts');
  try {
    return await startContainers(withKafka);
  } catch (error) {
    console.warn('The servers could not be started in containers, so they run as processes:', error);
    return null;
  }
}

async function prepareDatabases(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`create role ${tester.name} login password '${tester.password}'`);
    await admin.query(`create database ${templateDatabase}`);
  } finally {
    await admin.end();
  }
  await createExtensions(databaseUrl(adminUrl, templateDatabase));
}
