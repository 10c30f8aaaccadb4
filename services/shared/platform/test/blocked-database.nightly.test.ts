import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase as createTestDatabase } from '@nightshelf/testing';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startNotes } from './fixtures/notes.ts';

test('a service with a statement limit of a minute is not restarted while its statements wait for a lock', async () => {
  const database = await createTestDatabase('blocked');
  const env = { DATABASE_POOL: '2', DATABASE_STATEMENT_SECONDS: '60' };
  const service = await startNotes({ databaseUrl: database.url, env });
  const operator = new pg.Client({ connectionString: database.url });
  onTestFinished(() => operator.end());
  await operator.connect();
  await operator.query('begin; lock table notes');
  const writes = [service.write(), service.write()];
  const until = performance.now() + 25_000;
  while (performance.now() < until) {
    expect(await service.health('/healthz')).toMatchObject({ status: 200, faults: {} });
    await pause(500);
  }
  await operator.query('rollback');
  expect(await Promise.all(writes)).toEqual([200, 200]);
}, 60_000);
