import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@nightshelf/testing/until.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCopiesCommand } from '../src/events/projections/command.ts';
import { requestSnapshots } from '../src/events/projections/copies.ts';
import { requestKey } from '../src/events/projections/publish-snapshots.ts';
import type { Job } from '../src/jobs/worker.ts';
import { type Copied, createCopied, idOf, topic } from './fixtures/copied.ts';
import { redis, setup, useSetups } from './fixtures/each-setup.ts';

let copied: Copied;
const jobs: Job[] = [];

useSetups();
beforeEach(async () => {
  copied = await createCopied(setup, redis);
});
afterEach(() => Promise.all(jobs.splice(0).map((job) => job.stop())));

const start = async (...started: Job[]) => {
  jobs.push(...started);
  for (const job of started) await job.start();
};

/** Starts the processes that bring the snapshots of the owner to the consumer. */
async function startConsumer() {
  setup.startRelay();
  copied.startConsumer();
  await start(copied.verifier());
}

/** Starts the owner's and the consumer's processes with equal entries. */
async function startAll(count: number) {
  // Once the publisher has taken this request, which is too old to serve, its next poll is two seconds away: the
  // consumer's first request then starts no snapshot before the test has made its changes.
  await redis.set(requestKey(topic), 0);
  await start(copied.publisher());
  await until('the publisher has polled', async () => (await redis.exists(requestKey(topic))) === 0);
  await startConsumer();
  await copied.fill(upTo(count));
}

interface Check {
  readonly report: object | null;
  readonly fault: string | null;
  readonly closing: object | null;
  readonly verified_at: Date | null;
}
const check = async () => (await setup.query<Check>('select * from projection_checks'))[0];

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

async function becomeEqual() {
  await until('the copies equal what the owner has', async () => {
    const { owned, copies } = await copied.numbers();
    expect(copies).toEqual(owned);
    return true;
  });
}

test('finds and repairs each kind of difference', async () => {
  await startAll(130);
  await setup.query('delete from copies where entry_id = any($1)', [[idOf(1), idOf(100), idOf(130)]]);
  await setup.query(`update copies set guid = 'other' where entry_id = $1`, [idOf(20)]);
  await setup.query('update inbox_versions set version = 0 where subject = $1', [idOf(21)]);
  await setup.query('update inbox_versions set version = 9 where subject = $1', [idOf(22)]);
  await setup.query(`insert into copies values ($1, 'unknown'), ($2, 'unknown')`, [idOf(0), idOf(9999)]);
  // A removal that the consumer missed.
  await setup.query(
    `with gone as (delete from owned where entry_id = $1 returning *)
     insert into tombstones select entry_id, guid, 2 from gone`,
    [idOf(40)],
  );
  const report = await copied.verify();
  expect(report).toMatchObject({
    rows: 129,
    differences: 9,
    kinds: { missing: 3, changed: 1, older: 1, newer: 1, ghost: 3 },
    left: 0,
  });
  expect([...report.named].sort()).toEqual([
    `changed ${idOf(20)}`,
    ...[0, 40, 9999].map((n) => `ghost ${idOf(n)}`),
    ...[1, 100, 130].map((n) => `missing ${idOf(n)}`),
    `newer ${idOf(22)}`,
    `older ${idOf(21)}`,
  ]);
  await becomeEqual();
  const versions = await setup.query(`select version::int from inbox_versions where subject = $1`, [idOf(22)]);
  expect(versions).toEqual([{ version: 1 }]);
  expect(await copied.verify()).toMatchObject({ rows: 129, differences: 0 });
});

test('counts differences in the metric from the second snapshot on', async () => {
  await startAll(3);
  const metric = async (name: string) => (await copied.registry.getSingleMetric(name)?.get())?.values[0]?.value;
  await setup.query('delete from copies');
  expect(await copied.verify()).toMatchObject({ kinds: { missing: 3 } });
  expect(await metric('projection_differences_total')).toBe(0);
  await setup.query('delete from copies');
  expect(await copied.verify()).toMatchObject({ kinds: { missing: 3 } });
  await until('they are counted', async () => (await metric('projection_differences_total')) === 3);
  await until(
    'the time of the verification is shown',
    async () => ((await metric('projection_verified_timestamp_seconds')) ?? 0) > Date.now() / 1000 - 60,
  );
});

test('reports no differences for entries that change during the snapshot', async () => {
  await startAll(150);
  let verifying = true;
  const changing = (async () => {
    for (let turn = 0; verifying; turn += 1) {
      await copied.change(1 + ((turn * 97) % 150), turn % 3 === 0);
      await copied.add(10_000 + turn);
      // Pauses, so that a busy machine keeps up with the changes.
      await sleep(50);
    }
  })();
  const reports = [];
  try {
    for (let n = 0; n < 2; n += 1) reports.push(await copied.verify());
  } finally {
    verifying = false;
    await changing;
  }
  expect(reports.map(({ differences }) => differences)).toEqual([0, 0]);
  await becomeEqual();
});

test('leaves too many unknown copies to an operator, and removes them in a rebuild', async () => {
  await startAll(10);
  await setup.query(
    `insert into copies select ('018f4c1e-0000-7000-8001-' || lpad(to_hex(n), 12, '0'))::uuid, 'unknown'
     from generate_series(1, 600) n`,
  );
  expect(await copied.verify()).toMatchObject({ rows: 610, kinds: { ghost: 600 }, left: 600 });
  expect(await copied.verify(true)).toMatchObject({ rows: 10, kinds: { ghost: 600 }, left: 0 });
  expect((await copied.numbers()).copies).toEqual(upTo(10));
});

test('rewrites every copy in a rebuild', async () => {
  await startAll(3);
  await setup.query(`create table written (entry_id uuid);
    create function note() returns trigger language plpgsql as
      $$ begin insert into written values (new.entry_id); return new; end $$;
    create trigger note after insert or update on copies for each row execute function note()`);
  expect(await copied.verify()).toMatchObject({ differences: 0 });
  expect(await setup.query('select from written')).toHaveLength(0);
  expect(await copied.verify(true)).toMatchObject({ differences: 0 });
  expect(await setup.query('select from written')).toHaveLength(3);
});

test('removes no copy that changed after the snapshot started', async () => {
  await startAll(2);
  await setup.query('delete from owned where entry_id = $1', [idOf(2)]);
  const later = `update inbox_versions set changed_at = clock_timestamp() + interval '1 minute' where subject = $1`;
  await setup.query(later, [idOf(2)]);
  expect(await copied.verify()).toMatchObject({ rows: 2, differences: 0 });
  expect((await copied.numbers()).copies).toEqual([1, 2]);
});

test('lets no snapshot overwrite a version that arrived after its start', async () => {
  await copied.fill(upTo(1));
  await copied.publishNow();
  // A later change overtakes the snapshot on the bus.
  await setup.query(
    `update inbox_versions set version = 2, changed_at = clock_timestamp() + interval '1 second' where subject = $1`,
    [idOf(1)],
  );
  await setup.query(`update copies set guid = 'newest'`);
  await startConsumer();
  await until('the snapshot is settled', async () => (await check())?.verified_at);
  expect(await setup.query('select guid from copies')).toEqual([{ guid: 'newest' }]);
});

test('waits for records that arrive after the end of the snapshot, and gives up when they do not', async () => {
  await copied.fill(upTo(3));
  await setup.query(`insert into copies values ($1, 'unknown')`, [idOf(9)]);
  await copied.publishNow();
  // The bus loses one record.
  await setup.query(`delete from outbox where envelope::json ->> 'subject' = $1`, [idOf(2)]);
  await startConsumer();
  const ended = await until('the end has arrived', async () => {
    const found = await check();
    return found?.closing && found;
  });
  expect(ended).toMatchObject({ report: null, fault: null });
  await setup.query(`update projection_checks set finished_at = finished_at - interval '6 minutes'`);
  const fault = 'projection incomplete: 2 of 3 subjects of the snapshot have arrived';
  await until('it is given up', async () => (await check())?.fault === fault);
  expect((await copied.numbers()).copies).toEqual([1, 2, 3, 9]);

  await copied.publishNow();
  await until('the next snapshot is complete', async () => {
    const found = await check();
    return found?.report && found.fault === null;
  });
  expect((await copied.numbers()).copies).toEqual([1, 2, 3]);
});

test('a subject that cannot be stored makes the projection incomplete and removes nothing', async () => {
  await startAll(2);
  await setup.query(`update owned set guid = 'poison', version = 2 where entry_id = $1`, [idOf(1)]);
  await setup.query(`insert into copies values ($1, 'unknown')`, [idOf(9)]);
  await requestSnapshots(setup.work, [topic]);
  await until('the record is a dead letter', async () => (await setup.query('select from dead_letters')).length === 1);
  await until('the snapshot has ended', async () => {
    const aged = `update projection_checks set finished_at = now() - interval '6 minutes' where closing is not null`;
    await setup.query(aged);
    return (await check())?.fault?.includes('1 of 2');
  });
  expect((await copied.numbers()).copies).toEqual([1, 2, 9]);
});

test('continues an interrupted snapshot in another process, without repeating a page', async () => {
  await copied.fill(upTo(450));
  const first = copied.publisher();
  await requestSnapshots(setup.work, [topic]);
  await redis.set(requestKey(topic), Date.now() + 60_000);
  await start(first);
  await until('two pages are recorded', async () => copied.reads.length >= 2);
  await first.stop();
  const read = copied.reads.length;
  await start(copied.publisher(), copied.publisher());
  await until('the snapshot has ended', async () => {
    const rows = await setup.query(`select from snapshots where part is null and number > 0`);
    return rows.length === 1;
  });
  expect(read).toBeLessThan(4);
  expect(copied.reads.length).toBe(6);
  const events = await setup.query<{ subject: string; snapshot: string | null; count: number | null }>(
    `select envelope::json ->> 'subject' as subject, envelope::json ->> 'snapshot' as snapshot,
       (envelope::json -> 'data' ->> 'count')::int as count from outbox order by id`,
  );
  expect(events.slice(0, -1).map(({ subject }) => subject)).toEqual(upTo(450).map(idOf));
  expect(new Set(events.slice(0, -1).map(({ snapshot }) => snapshot)).size).toBe(1);
  expect(events.at(-1)).toMatchObject({ subject: 'snapshot', count: 450 });
});

test('pauses while too many events are unpublished', async () => {
  await copied.fill(upTo(1200));
  await redis.set(requestKey(topic), Date.now() + 60_000);
  await start(copied.publisher());
  await until('the outbox is full', async () => (await setup.query('select from outbox')).length >= 1000);
  await sleep(1500);
  expect(await setup.query('select from outbox')).toHaveLength(1000);
  setup.startRelay();
  await until('the snapshot continues', async () => (await setup.query('select from outbox')).length === 1201);
});

test('starts no second snapshot for a request that was already served', async () => {
  await start(copied.publisher());
  await redis.set(requestKey(topic), Date.now());
  const number = async () => (await setup.query<{ number: string }>('select number from snapshots'))[0]?.number;
  const first = await until('a snapshot has ended', async () => {
    const now = await number();
    return now === '0' ? undefined : now;
  });
  await redis.set(requestKey(topic), Number(first) - 1);
  await until('the request is taken', async () => (await redis.get(requestKey(topic))) === null);
  await sleep(500);
  expect(await number()).toBe(first);
});

test('publishes a snapshot every night', async () => {
  await copied.fill(upTo(1));
  await start(copied.publisher());
  const due = async () => {
    const [row] = await setup.query<{ hours: number; number: string }>(
      'select extract(epoch from due_at - now())::float8 / 3600 as hours, number from snapshots',
    );
    return row;
  };
  expect((await until('the first is scheduled', due)).number).toBe('0');
  await setup.query('update snapshots set due_at = now()');
  const next = await until('it is published', async () => {
    const row = await due();
    return row?.number === '0' ? undefined : row;
  });
  expect(next.hours).toBeGreaterThan(0);
  expect(next.hours).toBeLessThan(30);
});

test('deletes the version of a removed subject after 120 days', async () => {
  await startAll(2);
  const days = (count: number) => `now() - interval '${count} days'`;
  await setup.query(
    `insert into inbox_versions (consumer, topic, subject, version, changed_at)
     values ('test', $1, $2, 2, ${days(121)}), ('test', $1, $3, 2, ${days(119)})`,
    [topic, idOf(3), idOf(4)],
  );
  await setup.query(`update inbox_versions set changed_at = ${days(400)} where subject = $1`, [idOf(1)]);
  await copied.verify();
  const seen = await setup.query<{ subject: string }>(
    `select subject from inbox_versions where subject <> 'snapshot' order by 1`,
  );
  expect(seen.map(({ subject }) => subject)).toEqual([1, 2, 4].map(idOf));
});

test('the command prints the result, and fails when differences are left', async () => {
  await startAll(3);
  await setup.query('delete from copies where entry_id = $1', [idOf(2)]);
  const lines: string[] = [];
  const run = (rebuild = false) =>
    runCopiesCommand(setup.work, 'test', [copied.projection], rebuild, (line) => lines.push(line));
  await run();
  await run();
  expect(lines).toEqual([
    `${topic}: 3 copies, 1 differences (1 missing), 1 repaired`,
    `  missing ${idOf(2)}`,
    `${topic}: 3 copies, no differences`,
  ]);
  await setup.query('delete from owned');
  await setup.query(`insert into copies select gen_random_uuid(), 'unknown' from generate_series(1, 101)`);
  await expect(run()).rejects.toThrow('104 differences are left; the log of test says more.');
});

test('the command reports when copies were last verified if no snapshot arrives', async () => {
  const run = () => runCopiesCommand(setup.work, 'test', [copied.projection], false, () => undefined, 300);
  await expect(run()).rejects.toThrow(
    `No snapshot has arrived. It will when test and the owner run: ${topic} was never verified.`,
  );
  await setup.query(`update projection_checks set verified_at = now() - interval '2 days'`);
  await expect(run()).rejects.toThrow(/was last verified at 20.*Z, which is overdue\.$/);
});
