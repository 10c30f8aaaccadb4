import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createDatabase as createTestDatabase } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { createDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { platformMigrations } from '../src/database/migrations/index.ts';
import { Work } from '../src/database/work.ts';
import { Deadline } from '../src/http/deadline.ts';
import { createRegistry } from '../src/metrics/metrics.ts';
import { logger } from './fixtures/event-setup.ts';

/** Delays every response of the server behind it by this many milliseconds. */
async function startSlowProxy(target: URL, delayMs: () => number) {
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    client.pipe(upstream);
    upstream.on('data', (data) => setTimeout(() => client.write(data), delayMs()));
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, close: () => server.close() };
}

test('writes still succeed with a database that takes 300 ms for each response', async () => {
  const database = await createTestDatabase('slow');
  let delayMs = 0;
  const proxy = await startSlowProxy(new URL(database.url), () => delayMs);
  const registry = createRegistry('slow');
  const orm = await createDatabase({
    url: proxy.url,
    pool: 2,
    entities: [],
    migrations: platformMigrations,
    logger,
    registry,
  });
  try {
    await migrate(orm, database.url, logger);
    const work = new Work(orm, 'test', () => undefined);
    delayMs = 300;
    const intent = {
      key: { key: randomUUID(), userId: null, fingerprint: Buffer.alloc(32) },
      caller: 'somebody',
      deadline: Deadline.in(9750),
    };
    expect(await work.for(intent).transaction(async () => 'stored')).toBe('stored');
  } finally {
    await orm.close(true);
    proxy.close();
    await database.drop();
  }
}, 30_000);
