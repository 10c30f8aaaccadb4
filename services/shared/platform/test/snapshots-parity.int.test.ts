import { until } from '@nightshelf/testing/until.ts';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Report } from '../src/events/projections/copies.ts';
import type { Job } from '../src/jobs/worker.ts';
import { type Compared, createCompared, idOf } from './fixtures/compared.ts';
import { createEventWorld, type EventWorld, startBusServer } from './fixtures/event-world.ts';

let busServer: Awaited<ReturnType<typeof startBusServer>>;
let redis: Redis;
let world: EventWorld;
let compared: Compared;
let owner: ReturnType<Compared['startOwner']>;
let verifier: Job;

beforeAll(async () => {
  busServer = await startBusServer();
  redis = new Redis(busServer.server.url);
  redis.on('error', () => undefined);
});
beforeEach(async () => {
  await redis.flushall();
  world = await createEventWorld(busServer.address);
  compared = await createCompared(world, redis);
  owner = compared.startOwner();
  verifier = compared.verifier();
  await verifier.start();
});
afterEach(async () => {
  await verifier.stop();
  await owner.stop();
  await world.stop();
});
afterAll(async () => {
  redis.disconnect();
  await busServer.server.stop();
});

async function verifiedBySnapshot(): Promise<Report> {
  const [before] = await world.query<{ at: Date | null }>('select max(verified_at) as at from projection_checks');
  await compared.publishNow();
  return until('the snapshot is settled', async () => {
    const [row] = await world.query<{ report: Report; verified_at: Date }>('select * from projection_checks');
    return row?.verified_at && row.verified_at.getTime() !== before?.at?.getTime() ? row.report : undefined;
  });
}

test('a snapshot finds and repairs the same differences as the comparison', async () => {
  await compared.fill(Array.from({ length: 600 }, (_, n) => n + 1));
  const damage = async () => {
    await world.query('delete from copies where entry_id = any($1)', [[idOf(1), idOf(250), idOf(600)]]);
    await world.query(`update copies set guid = 'other' where entry_id = $1`, [idOf(300)]);
    await world.query('update inbox_versions set version = 0 where subject = $1', [idOf(301)]);
    await world.query(`update inbox_versions set version = 9 where subject = $1`, [idOf(302)]);
    await world.query(`insert into copies values ($1, 'nobody'), ($2, 'nobody')`, [idOf(0), idOf(9999)]);
    await world.query(`update inbox_versions set changed_at = changed_at - interval '1 hour'`);
  };
  await damage();
  const { kinds, differences, left, named } = await compared.verify();
  expect(kinds).toEqual({ missing: 3, changed: 1, older: 1, newer: 1, ghost: 2 });
  await damage();
  const report = await verifiedBySnapshot();
  expect(report).toMatchObject({ kinds, differences, left, rows: 600 });
  expect([...report.named].sort()).toEqual([...named].sort());
  const { owned, copies } = await compared.numbers();
  expect(copies).toEqual(owned);
  expect(await verifiedBySnapshot()).toMatchObject({ differences: 0, rows: 600 });
});
