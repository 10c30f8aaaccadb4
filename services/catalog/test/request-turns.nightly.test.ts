import { randomUUID } from 'node:crypto';
import { getGame } from '@nightshelf/contracts/calls/catalog.ts';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { mostOfOneUser } from '../src/game-requests/queue-requests.ts';
import { anotherLimiter, metricsOf, publishedOf, searchedGuids, startCatalog } from './catalog.ts';

const catalog = await startCatalog();
const guids = await searchedGuids(catalog);

let made = 0;
const madeUp = () => `3030-9${String(++made).padStart(8, '0')}`;
let version = 0;
const request = (guid: string, user_id?: string) =>
  catalog.service.deliver(gameRequested, { data: { guid, ...(user_id ? { user_id } : {}) }, version: ++version });
const isPublished = async (guid: string) => (await publishedOf(catalog, guid)).length > 0;
/** Counts the queued made-up games with a number above this, pending or marked as unknown. */
const queuedSince = async (number: number) =>
  (
    await catalog.service.query(`select from games_to_fetch where guid like '3030-9%' and guid > $1`, [
      `3030-9${String(number).padStart(8, '0')}`,
    ])
  ).length;
const waitingOf = async (userId: string) =>
  (await catalog.service.query('select from game_askers where user_id = $1', [userId])).length;

test('delays other users by at most a turn for 300 made-up games of one user', async () => {
  const [many, other, another] = [randomUUID(), randomUUID(), randomUUID()];
  for (let at = 0; at < 300; at += 1) await request(madeUp(), many);
  await until('they are queued', async () => (await queuedSince(0)) === 300);
  const [one = '', two = '', three = ''] = guids;
  const before = await waitingOf(many);
  await Promise.all([request(one, other), request(two, another), request(three)]);
  await until('the others have theirs', async () => (await isPublished(one)) && (await isPublished(two)));
  // Hardly any of the earlier requests had their turn in between.
  expect(before - (await waitingOf(many))).toBeLessThanOrEqual(12);
  await until('the unknown user has a turn too', () => isPublished(three));
  // Opening a game that is not stored uses none of these turns.
  const opened = await catalog.service.api.attempt(getGame, { params: { guid: guids[3] } });
  expect(opened).toMatchObject({ status: 200, body: { stale: false } });
  await catalog.service.query('delete from games_to_fetch');
});

test('fetches a game that two users need in the earlier turn', async () => {
  const [many, other] = [randomUUID(), randomUUID()];
  const shared = guids[4] ?? '';
  for (let at = 0; at < 30; at += 1) await request(madeUp(), many);
  await until('they are queued', async () => (await queuedSince(300)) === 30);
  // The queue puts this request behind all of those.
  await request(shared, many);
  await request(shared, other);
  await until('it has come', () => isPublished(shared));
  expect(await waitingOf(many)).toBeGreaterThan(0);
  expect(await waitingOf(other)).toBe(0);
  await catalog.service.query('delete from games_to_fetch');
});

test('delays only the user whose share is used up, without counting an attempt', async () => {
  const [spent, other] = [randomUUID(), randomUUID()];
  const { replica } = await anotherLimiter(catalog);
  const take = () => replica.run('game', { kind: 'request', userId: spent }, async () => true).catch(() => false);
  while (await take());
  const [own = '', others = ''] = guids.slice(5);
  await request(own, spent);
  await request(others, other);
  await until('the other has theirs', () => isPublished(others));
  const waiting = async () =>
    catalog.service.query<{ attempts: number; seconds: number }>(
      `select attempts, extract(epoch from waits_until - now())::float as seconds
       from game_askers join games_to_fetch using (guid) where guid = $1`,
      [own],
    );
  const [row] = await until('it waits', async () => {
    const rows = await waiting();
    return (rows[0]?.seconds ?? 0) > 0 && rows;
  });
  expect(row?.attempts).toBe(0);
  expect(row?.seconds).toBeGreaterThan(200);
  // Another user's request for it does not wait.
  await request(own, other);
  await until('it has come', () => isPublished(own));
});

test("limits a user's pending games, and drops and counts the rest", async () => {
  const [full, other] = [randomUUID(), randomUUID()];
  await catalog.service.query(
    `with games as (
       insert into games_to_fetch (guid, next_attempt_at)
       select 'later-' || n, now() + interval '1 hour' from generate_series(1, $2::int) as n returning guid)
     insert into game_askers (guid, user_id, turn) select guid, $1, row_number() over () from games`,
    [full, mostOfOneUser],
  );
  const dropped = madeUp();
  await request(dropped, full);
  await until('it is counted', async () => {
    return /^game_requests_dropped_total(\{.*\})? 1$/m.test(await metricsOf(catalog.service));
  });
  expect(await catalog.service.query('select from games_to_fetch where guid = $1', [dropped])).toEqual([]);
  await request(guids[7] ?? '', other);
  await until('another has theirs', () => isPublished(guids[7] ?? ''));
});
