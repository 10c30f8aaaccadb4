import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@nightshelf/servers';
import { closeAfterTests, createDatabase, startSwallowingProxy, until } from '@nightshelf/testing';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { expect, test } from 'vitest';
import { startNotes } from './fixtures/notes.ts';

const busy = 'database_pool_connections{state="busy"}';
const idle = 'database_pool_connections{state="idle"}';

const crashes = 50;

/** A PostgreSQL server that the test may crash. */
async function startOwnPostgres() {
  const folder = temporaryFolder();
  const postgres = await startPostgres({ directory: folder, throwAway: true });
  closeAfterTests(() => postgres.stop());
  return { postgres, folder };
}

/** Starts a service whose connections to the database can be lost. */
async function startBehindProxy(env: Readonly<Record<string, string>>) {
  const { url } = await createDatabase('pool');
  const proxy = await startSwallowingProxy(url);
  return { proxy, service: await startNotes({ databaseUrl: proxy.url, migrateUrl: url, env }) };
}

test('the next write works without a restart, however often PostgreSQL crashes under writes', async () => {
  const { postgres } = await startOwnPostgres();
  const service = await startNotes({ databaseUrl: postgres.adminUrl });
  let writing = true;
  try {
    let acknowledged = 0;
    const writers = Array.from({ length: 20 }, async () => {
      while (writing) {
        const status = await service.write();
        if (status === 200) acknowledged += 1;
        else await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    for (let crash = 0; crash < crashes; crash += 1) {
      const before = acknowledged;
      await until('writes are under way', () => acknowledged > before + 20);
      // PostgreSQL's immediate shutdown: it cuts every connection and needs recovery.
      await postgres.kill('SIGQUIT');
      await postgres.restart();
      const there = acknowledged;
      await until(`writes work again after crash ${crash + 1}`, () => acknowledged > there, 20_000);
    }
    writing = false;
    await Promise.all(writers);
    await until('no connection is busy', async () => (await service.metric(busy)) === 0);
    expect(await service.metric(idle)).toBeLessThanOrEqual(10);
    expect(await service.metric('database_pool_waiting')).toBe(0);
    // Two rows per write; a failed write may have been stored, but never in part.
    const count = await service.count();
    expect(count).toBeGreaterThanOrEqual(2 * acknowledged);
    expect(count % 2).toBe(0);
  } finally {
    writing = false;
  }
}, 400_000);

test('writes get 503 while a standby responds in place of the primary, then work again', async () => {
  const { postgres, folder } = await startOwnPostgres();
  const service = await startNotes({ databaseUrl: postgres.adminUrl });
  expect(await service.write()).toBe(200);
  const signal = join(folder, 'data', 'standby.signal');
  writeFileSync(signal, '');
  await postgres.kill('SIGINT');
  await postgres.restart();
  for (let times = 0; times < 20; times += 1) expect(await service.write()).toBe(503);
  rmSync(signal);
  await postgres.kill('SIGINT');
  await postgres.restart();
  await until('writes work again', async () => (await service.write()) === 200);
  expect(await service.count()).toBe(4);
});

test('requests on silent connections get 503 in bounded time, and the next ones work', async () => {
  const { proxy, service } = await startBehindProxy({ DATABASE_STATEMENT_SECONDS: '0.5' });
  // All of the pool's connections are open.
  await Promise.all(Array.from({ length: 40 }, () => service.write()));
  expect(proxy.passing()).toBe(10);
  const stored = await service.count();
  proxy.swallow();
  const started = performance.now();
  const statuses = await Promise.all(Array.from({ length: 10 }, () => service.write()));
  expect(statuses).toEqual(Array(10).fill(503));
  // Ten times the statement limit; without a limit it would take a minute.
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(await service.write()).toBe(200);
  expect(await service.count()).toBe(stored + 2);
  await until('no connection is busy', async () => (await service.metric(busy)) === 0);
});

test('one dead connection also removes the idle ones', async () => {
  const { proxy, service } = await startBehindProxy({ DATABASE_STATEMENT_SECONDS: '0.5' });
  await Promise.all(Array.from({ length: 40 }, () => service.write()));
  proxy.swallow();
  expect(await service.write()).toBe(503);
  expect(await service.write()).toBe(200);
});

test('rejects requests immediately when the queue for connections is full', async () => {
  const { proxy, service } = await startBehindProxy({ DATABASE_POOL: '2' });
  proxy.swallowNew(true);
  const answers = Array.from({ length: 60 }, async () => {
    const started = performance.now();
    return { status: await service.write(), ms: performance.now() - started };
  });
  const all = await Promise.all(answers);
  expect(all.filter(({ status }) => status !== 503)).toEqual([]);
  // 2 connect, 40 wait for them, the others are rejected.
  expect(all.filter(({ ms }) => ms < 2500)).toHaveLength(18);
  proxy.swallowNew(false);
  // Connections being opened must first reach their limit.
  await until('writes work again', async () => (await service.write()) === 200);
});
