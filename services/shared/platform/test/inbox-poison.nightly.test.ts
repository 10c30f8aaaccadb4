import { defineEvent } from '@nightshelf/contracts/events/event.ts';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { envelope } from '@nightshelf/testing/envelope.ts';
import { until } from '@nightshelf/testing/until.ts';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listDeadLetters } from '../src/events/dead-letters/dead-letters.ts';
import { type EventHandler, on } from '../src/events/handler.ts';
import { setup, useSetups } from './fixtures/each-setup.ts';
import { effectsAfter, recordEffects, writeEffect } from './fixtures/event-setup.ts';

useSetups();

const topic = gameRequested.topic;
const event = (guid: string, version = 1, type: string = gameRequested.type) =>
  envelope(gameRequested, { guid }, { version, type });
/** Delivers records in one partition, in order. */
const deliver = (...values: unknown[]) => setup.deliver(topic, 'one', ...values);
const letters = () => listDeadLetters(setup.work.query());

test('stores an event with text that PostgreSQL cannot hold as a dead letter, and continues', async () => {
  setup.startConsumer([
    on(gameRequested, async ({ em, data }) => {
      await em.execute(`insert into effects (what) select ?::jsonb ->> 'guid'`, [JSON.stringify(data)]);
    }),
  ]);
  const poison = [event('a\u0000b'), event('half \ud83d'), { ...event('c'), subject: 'a\u0000b' }];
  const raw = 'no JSON\u0000 \u{1F3AE}';
  const types = ['a\u0000b', 'half \udc00', 'x'.repeat(5000)].map((type) => ({ ...event('d'), type }));
  await deliver(...poison, raw, ...types, event('behind'));
  await setup.hasEffect('behind');
  expect(await setup.effects()).toEqual(['behind']);
  const kept = await letters();
  expect(kept.map(({ original }) => original.value)).toEqual([
    ...poison.map((one) => JSON.stringify(one)),
    raw,
    ...types.map((one) => JSON.stringify(one)),
  ]);
  expect(kept.map(({ reason, attempts }) => `${reason} ${attempts}`)).toEqual([
    'invalid 1',
    'invalid 1',
    'invalid 1',
    'malformed 1',
    'unknown 1',
    'unknown 1',
    'malformed 1',
  ]);
});

test('stores a constraint violation as a dead letter although its message looks like an outage', async () => {
  await setup.query('create table named (name text check (length(name) < 5))');
  setup.startConsumer([
    effectsAfter(({ em, data }) =>
      em.execute('insert into named (name) values (?)', [data.guid === 'bad' ? 'Connection is closed' : 'good']),
    ),
  ]);
  await deliver(event('bad'), event('behind'));
  await setup.hasEffect('behind 1');
  expect((await letters()).map(({ reason }) => reason)).toEqual(['failed']);
});

const hanging: readonly (readonly [string, EventHandler['handle']])[] = [
  ['a statement that never ends', async ({ em }) => void (await em.execute('select pg_sleep(3600)'))],
  [
    'a statement that PostgreSQL ends before we do',
    async ({ em }) => {
      await em.execute(`select set_config('statement_timeout', '50', true)`);
      await em.execute('select pg_sleep(3600)');
    },
  ],
  [
    'many statements that are each in time',
    async ({ em }) => {
      for (;;) await em.execute('select pg_sleep(0.05)');
    },
  ],
  ['something that is not the database', () => new Promise(() => undefined)],
];

test.each(hanging)(
  'stores an event whose handler hangs in %s as a dead letter, and continues',
  async (_, hang) => {
    const registry = new Registry();
    let tries = 0;
    setup.startConsumer(
      [
        on(gameRequested, async (given) => {
          await writeEffect(given, `${given.data.guid} ${given.version}`);
          if (given.data.guid !== 'slow') return;
          tries += 1;
          await hang(given as never);
        }),
      ],
      { registry, timeoutMs: 300 },
    );
    await deliver(event('slow'), event('slow', 2), event('behind'));
    await setup.hasEffect('behind 1');
    expect(await setup.effects()).toEqual(['behind 1']);
    expect(tries).toBe(6);
    expect((await letters()).map(({ reason, attempts }) => [reason, attempts])).toEqual([
      ['slow', 3],
      ['slow', 3],
    ]);
    expect(await registry.getSingleMetricAsString('events_dead_letters_total')).toContain(
      `topic="${topic}",reason="slow"} 2`,
    );
  },
  90_000,
);

test('retries an event automatically that timed out behind a lock', async () => {
  await setup.query('create table things (id int primary key, what text)');
  await setup.query(`insert into things values (1, '')`);
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = setup.work.transaction(async ({ em }) => {
    await em.execute('lock table things in access exclusive mode');
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  setup.startConsumer(
    [
      effectsAfter(async ({ em, data }) => {
        if (data.guid === 'slow') await em.execute('update things set what = what || ?', ['x']);
      }),
    ],
    { timeoutMs: 300 },
  );
  await deliver(event('slow'), event('behind'));
  await setup.hasEffect('behind 1');
  release.resolve();
  await holding;
  const [row] = await setup.query(
    'select extract(epoch from retry_at - put_aside_at)::float8 as seconds from dead_letters',
  );
  expect(row).toEqual({ seconds: 60 });
  await setup.query('update dead_letters set retry_at = now()');
  await setup.hasEffect('slow 1');
  await until('it is no dead letter any more', async () => (await letters()).length === 0);
  expect(await setup.query('select what from things')).toEqual([{ what: 'x' }]);
}, 90_000);

test('keeps event types of the next release, and applies them once and in order of versions', async () => {
  const next = defineEvent({ ...gameRequested, type: 'library.game.requested.v2' });
  const recordNext = on(
    next,
    async (given) => void (await writeEffect(given, `next ${given.data.guid} ${given.version}`)),
  );
  const [old, both] = [[gameRequested.type], [gameRequested.type, next.type]];
  const registry = new Registry();
  setup.startConsumer([recordEffects], { registry, known: old });
  const early = event('a', 1, next.type);
  await deliver(early, event('b', 1, next.type), event('b', 2), event('a', 2, next.type), event('last'));
  await setup.hasEffect('last 1');
  expect(await setup.effects()).toEqual(['b 2', 'last 1']);
  expect((await letters()).map(({ reason }) => reason)).toEqual(['unknown', 'unknown', 'unknown']);
  expect(await registry.getSingleMetricAsString('dead_letters_kept')).toContain(`topic="${topic}",reason="unknown"} 3`);

  // Both releases side by side, as in a rolling upgrade; either may receive an event.
  for (let started = 0; started < 2; started += 1) setup.startConsumer([recordEffects, recordNext], { known: both });
  await setup.hasEffect('next a 2');
  const guids = Array.from({ length: 30 }, (_, index) => `g${index}`);
  for (const guid of guids) {
    await setup.bus.publish([{ topic, key: guid, value: JSON.stringify(event(guid, 1, next.type)) }]);
  }
  await deliver(early);
  await until('all are applied', async () => (await setup.effects()).length === 4 + guids.length);
  await until('none waits', async () => (await letters()).length === 0);
  const effects = await setup.effects();
  expect(effects.slice(0, 4)).toEqual(['b 2', 'last 1', 'next a 1', 'next a 2']);
  expect(effects.slice(4).sort()).toEqual(guids.map((guid) => `next ${guid} 1`).sort());
}, 120_000);

test('the next release automatically handles events that this one rejects', async () => {
  const narrow = defineEvent({ ...gameRequested, data: z.object({ guid: z.enum(['known']) }) });
  const old = setup.startConsumer([
    on(narrow, async (given) => void (await writeEffect(given, `old ${given.data.guid} ${given.version}`))),
  ]);
  await deliver(event('wider'), event('known'));
  await setup.hasEffect('old known 1');
  await old.stop();
  expect((await letters()).map(({ reason }) => reason)).toEqual(['invalid']);
  await setup.query(`update dead_letters set retry_at = retry_at - interval '1 hour'`);
  setup.startConsumer([recordEffects]);
  await setup.hasEffect('wider 1');
  await until('it is no dead letter any more', async () => (await letters()).length === 0);
  expect(await setup.effects()).toEqual(['old known 1', 'wider 1']);
}, 90_000);

test('reports a consumer that has long been unable to handle events, and the age of the oldest', async () => {
  const registry = new Registry();
  let away = true;
  const consumer = setup.startConsumer(
    [
      effectsAfter(() => {
        if (away) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      }),
    ],
    { registry },
  );
  await until('it receives', async () => (await consumer.check()) === null);
  const recorded = new Date(Date.now() - 3_600_000).toISOString();
  await deliver({ ...event('a'), time: recorded });
  const oldest = async () =>
    Number(/} (\S+)/.exec(await registry.getSingleMetricAsString('consumer_oldest_seconds'))?.[1]);
  await until('the age is reported', async () => (await oldest()) > 3500);
  expect(await consumer.check()).toBeNull();
  await until('it is reported', async () => /ECONNREFUSED/.test((await consumer.check()) ?? ''), 60_000);
  expect(await consumer.liveness()).toBeNull();
  away = false;
  await setup.hasEffect('a 1');
  await until('it is healthy', async () => (await consumer.check()) === null);
  expect(await oldest()).toBe(0);
  expect(await letters()).toEqual([]);
}, 90_000);
