import { workDone } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { nextPending, type OutboxRow } from '../src/events/outbox/outbox-table.ts';
import { setup, useSetups } from './fixtures/each-setup.ts';

useSetups();

/** Inserts events whose keys take turns. */
const fill = (topic: string, count: number, keys = count, publishedAt: string | null = null) =>
  setup.query(
    `insert into outbox (event_id, topic, key, envelope, published_at)
     select gen_random_uuid(), $1, 'key-' || number % $3::int, repeat('x', 400), $4::timestamptz
     from generate_series(1, $2::int) as number`,
    [topic, count, keys, publishedAt],
  );
/** The first event of each key waits for an hour. */
const hold = (topic: string) =>
  setup.query(
    `update outbox set attempts = 9, next_attempt_at = now() + interval '1 hour'
     where id in (select min(id) from outbox where published_at is null and topic = $1 group by key)`,
    [topic],
  );
/** Returns the relay's first rows, and how many pages PostgreSQL has read for them. */
async function readNext(limit = 250) {
  let found: readonly OutboxRow[] = [];
  const { pages } = await workDone(setup.databaseUrl, async (em) => {
    found = await nextPending((text, values) => em.execute(text, values), limit);
  });
  return { found, pages };
}

test('reads a batch without reading the backlog behind it', async () => {
  await fill('library.entries', 50_000);
  const { found, pages } = await readNext(500);
  expect(found).toHaveLength(500);
  expect(pages).toBeLessThan(8000);
});

test.each(['up to date', 'of when nothing waited'])(
  'reads an event without reading other topics or the backlog behind it, with statistics %s',
  async (age) => {
    await fill('a.good', 30_000, 30_000, '2026-01-02');
    await setup.query('analyze outbox');
    if (age !== 'up to date') {
      for (const column of ['published_at', 'topic']) {
        await setup.query(`alter table outbox alter ${column} set statistics 0`);
      }
    }
    await fill('b.refused', 60_000, 20_000);
    await hold('b.refused');
    await fill('a.good', 1);
    const { found, pages } = await readNext();
    expect(found.map(({ topic }) => topic)).toEqual(['a.good']);
    expect(pages).toBeLessThan(8000);
  },
);

test('holds back events behind a pending one of the same key, but not earlier ones that commit late', async () => {
  await fill('games', 5, 1);
  await fill('games', 1, 2);
  const next = async () => (await nextPending(setup.query, 500)).map(({ id }) => id);
  expect(await next()).toEqual(['1', '2', '3', '4', '5', '6']);
  await setup.query(`update outbox set next_attempt_at = now() + interval '1 hour' where id = 1`);
  expect(await next()).toEqual(['6']);
  await setup.query(`update outbox set next_attempt_at = case id when 3 then now() + interval '1 hour' end`);
  expect(await next()).toEqual(['1', '2', '6']);
});
