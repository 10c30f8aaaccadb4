import { createExtensions, databaseUrl } from '@nightshelf/local/product/databases.ts';
import { dockerAnswers } from '@nightshelf/local/provision/process/docker.ts';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startLocally } from './locally.ts';
import { templateDatabase, tester } from './shape.ts';

/**
 * Starts PostgreSQL, both Redis and Kafka once for the whole run: in containers where a Docker engine answers, else as
 * processes (always so with TESTCONTAINERS=0). TEST_KAFKA=0 leaves Kafka out.
 * @returns stops them
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const withKafka = process.env.TEST_KAFKA !== '0';
  const inContainers = process.env.TESTCONTAINERS !== '0' && dockerAnswers();
  // Loaded only when used: testcontainers takes a second to load.
  const servers = inContainers
    ? await (await import('./containers.ts')).startContainers(withKafka)
    : await startLocally(withKafka);
  if (process.env.CI === 'true' && servers.kafkaBrokers === null) {
    await servers.stop();
    throw new Error('CI has to provide Kafka: a Docker engine, or Java 17 with Maven.');
  }
  await prepareDatabases(servers.postgresAdminUrl);
  const { stop, ...addresses } = servers;
  project.provide('infrastructure', addresses);
  return stop;
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
