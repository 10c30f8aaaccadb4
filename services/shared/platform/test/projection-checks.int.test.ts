import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase as createTestDatabase } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { platformMigrations } from '../src/database/migrations/index.ts';
import { Work } from '../src/database/work.ts';
import { ChecksTable, requestChecks } from '../src/events/projections/checks-table.ts';
import { runCheckCommand } from '../src/events/projections/command.ts';
import { begun } from '../src/events/projections/progress.ts';
import type { Projection } from '../src/events/projections/projection.ts';
import { createRegistry } from '../src/metrics/metrics.ts';
import { logger } from './fixtures/event-world.ts';

const topic = 'library.entries';
/** The checks use only its topic. */
const projection = { view: { topic, name: 'of-the-test' } } as Projection;
let world: Awaited<ReturnType<typeof createWorld>>;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

async function createWorld() {
  const { url, drop } = await createTestDatabase('checks');
  const orm = await createDatabase({
    url,
    pool: 2,
    entities: [],
    migrations: platformMigrations,
    logger,
    registry: createRegistry('checks'),
  });
  await migrate(orm, url, logger);
  const work = new Work(orm, 'test', () => undefined);
  return {
    work,
    table: new ChecksTable(work, [topic]),
    stop: async () => {
      await orm.close();
      await drop();
    },
  };
}

test('reports why the requested comparison failed, not why an earlier one did', async () => {
  const { work, table } = world;
  const fault = async () => (await table.states())[0]?.fault;
  const failFor = async (reason: string) => {
    const claimed = await table.claim();
    expect(claimed).toMatchObject({ topic });
    if (claimed) await table.giveUp(claimed, reason);
  };
  await requestChecks(work, [topic]);
  await failFor('Redis is full');
  expect(await fault()).toBe('Redis is full');
  await requestChecks(work, [topic]);
  const claimed = await table.claim();
  expect(await table.states()).toMatchObject([{ taken: true, done: false, fault: null }]);
  if (claimed) await table.giveUp(claimed, 'the owner is away');
  expect(await fault()).toBe('the owner is away');
});

test('a request during an earlier comparison waits for it and is served next', async () => {
  const { work, table } = world;
  await requestChecks(work, [topic]);
  const earlier = await table.claim();
  const said: string[] = [];
  const asking = runCheckCommand(work, 'catalog', [projection], false, (line) => said.push(line), 1400);
  asking.catch(() => undefined);
  await sleep(1500);
  if (earlier) await table.giveUp(earlier, 'the owner did not answer');
  const own = await table.claim();
  expect(own).toMatchObject({ topic });
  if (own) await table.finish(own, { rows: 3, differences: 0, kinds: {}, named: [], left: 0 });
  await asking;
  expect(said).toEqual([`${topic}: 3 copies, no differences`]);
});

test('continues an interrupted comparison unless it was requested again or finished', async () => {
  const { work, table } = world;
  const reached = { ...begun(projection, false), rows: 7 };
  /** Claims a check, saves progress and stops; then claims again after `what`. */
  const goesOnAfter = async (what: () => Promise<unknown>) => {
    await requestChecks(work, [topic]);
    const first = await table.claim();
    expect(first).toMatchObject({ topic, progress: undefined });
    if (!first) return;
    await table.advance(first, reached);
    await table.giveUp(first, 'Redis is away', 0);
    await expect(table.advance(first, reached)).rejects.toThrow('Another replica');
    await what();
    const second = await table.claim();
    if (second) await table.finish(second, { rows: 7, differences: 0, kinds: {}, named: [], left: 0 });
    return second?.progress;
  };
  const change = (set: string) => work.transaction(({ em }) => em.execute(`update projection_checks set ${set}`));
  expect(await goesOnAfter(async () => undefined)).toEqual(reached);
  expect(await goesOnAfter(() => requestChecks(work, [topic]))).toBeUndefined();
  expect(await goesOnAfter(() => change('verified_at = clock_timestamp()'))).toBeUndefined();
  expect(
    await goesOnAfter(() =>
      change(`begun_at = begun_at - interval '25 hours', finished_at = finished_at - interval '25 hours',
          asked_at = asked_at - interval '26 hours'`),
    ),
  ).toBeUndefined();
});

test('fails when no service runs', async () => {
  const { work } = world;
  await expect(runCheckCommand(work, 'catalog', [projection], false, () => undefined, 500)).rejects.toThrow(
    'No running catalog has taken it up: it will when it runs.',
  );
});
