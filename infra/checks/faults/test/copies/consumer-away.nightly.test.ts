import { randomUUID } from 'node:crypto';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { Privacy } from '@nightshelf/contracts/users.ts';
import { type ServiceProcess, startServiceProcess, until } from '@nightshelf/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  copiesOf,
  forgetStreams,
  type Person,
  type Setup,
  shelve,
  startSetup,
  untilRows,
  untilSameEntries,
} from './setup.ts';

const copies = ['users', 'entries', 'games'];
let setup: Setup;
let consumer: ServiceProcess;

const main = new URL('../../../../../services/social/src/main.ts', import.meta.url).pathname;
const startConsumers = () => startServiceProcess(main, { ...setup.social.env, ROLES: 'http,consumers' });

beforeAll(async () => {
  // Social consumes in a separate process, which the tests kill.
  setup = await startSetup('redis', { socialRoles: 'http,relay' });
  consumer = await startConsumers();
  const guids = await setup.games(30);
  for (const person of await setup.people(2)) await shelve(person, guids);
  await untilRows(setup.social, 'select from entries', [], 60);
});
afterAll(async () => {
  await consumer?.kill();
  await setup?.stop();
});

test('completes a rebuild that is killed several times', async () => {
  await setup.social.command('verify');
  const grown = await copiesOf(setup.social, copies);
  const begunSnapshots = async () => {
    const [row] = await setup.library.query<{ sum: string }>('select coalesce(sum(number), 0) as sum from snapshots');
    return Number(row?.sum);
  };
  let requested: unknown[] = [];
  for (let round = 0; round < 3; round += 1) {
    const before = await begunSnapshots();
    requested = await setup.social.query(
      'update projection_checks set asked_at = clock_timestamp(), rebuild = true returning topic',
    );
    expect(requested.length).toBeGreaterThan(1);
    await until('the owner begins a snapshot', async () => (await begunSnapshots()) > before, 60_000);
    await consumer.kill();
    consumer = await startConsumers();
  }
  await until(
    'it is finished',
    async () => {
      const rows = await setup.social.query(
        'select from projection_checks where not rebuild and verified_at >= asked_at',
      );
      return rows.length === requested.length;
    },
    90_000,
  );
  expect(await copiesOf(setup.social, copies)).toEqual(grown);
}, 300_000);

test.each<[string, () => Promise<unknown>]>([
  ['a consumer that was down for longer than the bus keeps events', () => forgetStreams(setup, 'library.entries')],
  [
    'a consumer when an emptied bus lost more events than the owners publish again',
    async () => {
      // The owners delete published events after a day.
      for (const owner of [setup.library, setup.auth, setup.catalog]) await owner.query('delete from outbox');
      const redis = new Redis(setup.library.env.REDIS_URL ?? '');
      await redis.flushdb();
      redis.disconnect();
    },
  ],
])(
  'completes the copies of %s',
  async (_, lose) => {
    const [ann] = (await setup.people(1)) as [Person];
    const guids = await setup.games(3);
    const [kept, removed] = await shelve(ann, guids.slice(0, 2));
    await untilRows(setup.social, 'select from entries where user_id = $1', [ann.id], 2);
    await consumer.kill();
    await ann.client.call(libraryCalls.updateEntry, { params: { id: kept?.id ?? '' }, body: { rating: 8 } });
    await ann.client.call(libraryCalls.removeEntry, { params: { id: removed?.id ?? '' } });
    await shelve(ann, guids.slice(2));
    for (const owner of [setup.library, setup.auth, setup.catalog]) {
      await untilRows(owner, 'select from outbox where published_at is null', [], 0);
    }
    await lose();
    consumer = await startConsumers();
    await untilSameEntries(setup);
  },
  300_000,
);

test('hides a library that became private although social receives no events', async () => {
  const [ann, bob] = (await setup.people(2)) as [Person, Person];
  const [, shared] = await shelve(ann, await setup.games(2));
  await ann.client.call(libraryCalls.updateEntry, { params: { id: shared?.id ?? '' }, body: { is_shared: true } });
  await untilRows(setup.social, 'select from entries where user_id = $1 and is_shared', [ann.id]);
  const as = ({ id: userId, username }: Person) => ({ userId, username, sessionId: randomUUID() });
  const change = (privacy: Privacy) => setup.auth.api.as(as(ann)).call(authCalls.updateProfile, { body: { privacy } });
  const seenBy = async (viewer: Person, etag = '') => {
    const headers = { 'if-none-match': etag };
    const params = { id: ann.id };
    const answer = await setup.social.api.as(as(viewer)).attempt(socialCalls.getUser, { params }, { headers });
    const { library, stats } = answer.body ?? {};
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', games: library?.length, stats };
  };
  await consumer.kill();
  const open = await seenBy(bob);
  expect(open).toMatchObject({ status: 200, games: 2, stats: { total_games: 2 } });

  await change('private');
  const hidden = await seenBy(bob, open.etag);
  expect(hidden).toMatchObject({ status: 200, games: 1, stats: { total_games: 1 } });
  expect(await seenBy(bob, hidden.etag)).toMatchObject({ status: 304 });
  expect(await seenBy(ann)).toMatchObject({ status: 200, games: 2 });

  await change('public');
  expect(await seenBy(bob, hidden.etag)).toMatchObject({ status: 200, games: 2, etag: open.etag });

  await change('private');
  expect(await seenBy(bob, open.etag)).toMatchObject({ status: 200, games: 1 });
  consumer = await startConsumers();
  await untilRows(setup.social, `select from users where id = $1 and privacy = 'private'`, [ann.id]);
  expect(await seenBy(bob)).toMatchObject({ status: 200, games: 1 });
  await change('public');
  await until('the library is visible again', async () => (await seenBy(bob)).games === 2);
});
