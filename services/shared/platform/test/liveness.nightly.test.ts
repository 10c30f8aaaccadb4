import { createDatabase as createTestDatabase, isolatedRedis, startSwallowingProxy, until } from '@nightshelf/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkDatabase, createDatabase } from '../src/database/database.ts';
import { requestLimits } from '../src/database/limits.ts';
import { createLogger } from '../src/logging/logger.ts';
import { createRegistry } from '../src/metrics/metrics.ts';
import { Lifeline, reachPostgres, reachRedis } from '../src/service/foundation.ts';
import { startNotes } from './fixtures/notes.ts';

const logger = createLogger('test', 'silent');
/** Checks the lifeline often. */
function watch(options: Pick<ConstructorParameters<typeof Lifeline>[0], 'own' | 'reconnect'>) {
  const own = vi.fn(options.own);
  const lifeline = new Lifeline({ ...options, own, name: 'it', logger, failingMs: 300 });
  const timer = setInterval(lifeline.check, 50);
  onTestFinished(() => clearInterval(timer));
  return { lifeline, probes: () => own.mock.calls.length };
}

/** A monitored pool behind a proxy. */
async function watchedPool(given: Partial<typeof requestLimits> = {}) {
  const database = await createTestDatabase('liveness');
  const proxy = await startSwallowingProxy(database.url);
  const limits = {
    ...requestLimits,
    connectMs: 700,
    statementMs: 1000,
    answerMs: 500,
    idleInTransactionMs: 60_000,
    ...given,
  };
  const orm = await createDatabase({
    url: proxy.url,
    pool: 2,
    entities: [],
    migrations: [],
    logger,
    registry: createRegistry('test'),
    limits,
    onAnswer: () => watched.lifeline.worked(),
  });
  onTestFinished(() => orm.close(true));
  const watched = watch({ own: () => checkDatabase(orm), reconnect: () => reachPostgres(proxy.url) });
  return { orm, proxy, ...watched };
}

test('fails liveness while all connections of a process hang, until they recover', async () => {
  const { orm, lifeline } = await watchedPool();
  const borrowed = [orm.em.fork(), orm.em.fork()];
  for (const em of borrowed) await em.begin();
  await until('it requests a restart', () => lifeline.check() !== null);
  for (const em of borrowed) await em.rollback();
  await until('all is healthy', () => lifeline.check() === null);
});

test('stays alive while the database is unavailable', async () => {
  const { proxy, lifeline, probes } = await watchedPool();
  await until('it works', () => probes() > 2);
  proxy.swallowNew(true);
  proxy.swallow();
  const before = probes();
  await until('it has probed often', () => probes() > before + 3, 30_000);
  expect(lifeline.check()).toBeNull();
});

test('does not report a busy pool as stuck', async () => {
  // Allows a busy machine a second longer, and is long enough for three checks to fail.
  const { orm, lifeline } = await watchedPool({ connectMs: 2000, statementMs: 20_000 });
  const ems = [orm.em.fork(), orm.em.fork()];
  for (const em of ems) await em.begin();
  const until = performance.now() + 6500;
  while (performance.now() < until) await Promise.all(ems.map((em) => em.execute('select pg_sleep(0.1)')));
  expect(lifeline.check()).toBeNull();
  for (const em of ems) await em.rollback();
});

test('fails liveness while the connections to Redis hang, but not while Redis is unavailable', async () => {
  const redis = await isolatedRedis();
  const fresh = () => reachRedis(redis.url);
  const own = () => Promise.reject(new Error('stuck'));
  const stuck = watch({ own, reconnect: fresh });
  const away = watch({ own, reconnect: () => reachRedis('redis://127.0.0.1:1') });
  await until('it requests a restart', () => stuck.lifeline.check() !== null);
  const before = away.probes();
  await until('it has probed again', () => away.probes() > before + 3);
  expect(away.lifeline.check()).toBeNull();
});

test('a service is alive before its database exists', async () => {
  const database = await createTestDatabase('alive');
  const proxy = await startSwallowingProxy(database.url);
  const service = await startNotes({ databaseUrl: proxy.url, migrateUrl: database.url });
  proxy.swallowNew(true);
  proxy.swallow();
  expect((await service.health('/readyz')).status).toBe(503);
  expect(await service.health('/healthz')).toMatchObject({ status: 200, faults: {} });
});
