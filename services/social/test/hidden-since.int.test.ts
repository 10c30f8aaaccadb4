import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { closeAfterTests, collectNotifications, until, workDone } from '@nightshelf/testing';
import { startSwallowingProxy } from '@nightshelf/testing/swallowing-proxy.ts';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '../src/activity/activity.ts';
import {
  become,
  change,
  follow,
  newUser,
  redisOf,
  shelve,
  someEntry,
  someGame,
  startReplica,
  startSocial,
  unfollow,
} from './helpers.ts';

let owner: Awaited<ReturnType<typeof newUser>>;
let viewer: Awaited<ReturnType<typeof newUser>>;

const service = await startSocial();
const redis = redisOf(service);
const notes = new PrivacyNotes(redis);
await redis.ping();
const published = await collectNotifications(service.env.REDIS_CACHE_URL ?? '');
const proxy = await startSwallowingProxy(service.env.REDIS_URL ?? '');
const behind = await startReplica(service, { REDIS_URL: proxy.url, ROLES: 'http' });

beforeEach(async () => {
  [owner, viewer] = [await newUser(service), await newUser(service)];
  const game = someGame();
  await shelve(service, [game], [someEntry(owner.id, game.guid)]);
});

/** Number of games that the viewer sees. */
const shown = async (id = owner.id, api = viewer.client) =>
  (await api.call(socialCalls.getUser, { params: { id } })).library.length;

test("hides the library from others once a newer note says private, ignoring the id's case", async () => {
  expect(await shown()).toBe(1);
  await notes.note(owner.id, { version: 2, privacy: 'private' });
  expect(await shown()).toBe(0);
  expect(await shown(owner.id.toUpperCase())).toBe(0);
  expect(await shown(owner.id, owner.client)).toBe(1);
});

test('ignores a note that is not newer than the copy', async () => {
  await notes.note(owner.id, { version: 1, privacy: 'private' });
  expect(await shown()).toBe(1);
  await notes.note(owner.id, { version: 3, privacy: 'private' });
  expect(await shown()).toBe(0);
  await service.deliver(userUpdated, { data: owner.user, version: 4 });
  await until('the newer event decides', async () => (await shown()) === 1);
});

test('never shows what the copy hides and keeps the newer note', async () => {
  await service.deliver(userUpdated, { data: { ...owner.user, privacy: 'private' }, version: 2 });
  await until('private', async () => (await shown()) === 0);
  await notes.note(owner.id, { version: 3, privacy: 'public' });
  expect(await shown()).toBe(0);
  await service.deliver(userUpdated, { data: owner.user, version: 3 });
  await until('public', async () => (await shown()) === 1);
  await notes.note(owner.id, { version: 5, privacy: 'public' });
  await notes.note(owner.id, { version: 4, privacy: 'private' });
  expect(await shown()).toBe(1);
});

test('delays a page by at most half a second when Redis hangs and uses the copy', async () => {
  const api = behind.api.as(viewer.client.identity as Identity);
  await until('Redis answers', async () => {
    await notes.note(owner.id, { version: 2, privacy: 'private' });
    return (await shown(owner.id, api)) === 0;
  });
  proxy.swallowNew(true);
  proxy.swallow();
  const began = performance.now();
  expect(await shown(owner.id, api)).toBe(1);
  expect(performance.now() - began).toBeLessThan(4500);
  proxy.swallowNew(false);
  await until('Redis is asked again', async () => (await shown(owner.id, api)) === 0, 30_000);
});

describe('notifications to viewers of the page', () => {
  /** Waits for a later notification over the same connection. */
  async function waitForNotification(): Promise<void> {
    const { id } = await newUser(service);
    await until('a notification arrives', () => published.to({ page: id }).length > 0);
  }

  /** Returns the number of page notifications that an action causes. */
  async function countNotifications(act: () => Promise<void>): Promise<number> {
    const to = { page: owner.id };
    await waitForNotification();
    const before = published.to(to).length;
    await act();
    const shared = { ...someEntry(owner.id, someGame().guid), is_shared: true };
    await shelve(service, [], [shared]);
    await waitForNotification();
    expect(new Set(published.to(to).map((notification) => JSON.stringify(notification)))).toEqual(
      new Set([JSON.stringify({ event: 'page', data: { user_id: owner.id } })]),
    );
    return published.to(to).length - before - 1;
  }
  const becomes = (privacy: 'public' | 'private', version: number) =>
    service.deliver(userUpdated, { data: { ...owner.user, privacy }, version });

  test('are sent for every change of a public library', async () => {
    const entry = someEntry(owner.id, someGame().guid);
    const { entry_id, user_id, guid } = entry;
    const received = await countNotifications(async () => {
      await shelve(service, [], [entry]);
      await service.deliver(entryUpdated, { data: { ...entry, rating: 7 }, version: 2 });
      await service.deliver(entryRemoved, { data: { entry_id, user_id, guid }, version: 3 });
    });
    expect(received).toBe(3);
  });

  test('are sent only for shared entries of a private library', async () => {
    const [entry, other] = [someEntry(owner.id, someGame().guid), someEntry(owner.id, someGame().guid)];
    await becomes('private', 2);
    await until('it is private', async () => (await shown()) === 0);
    const received = await countNotifications(async () => {
      await shelve(service, [], [entry, other]);
      await service.deliver(entryUpdated, { data: { ...entry, rating: 7 }, version: 2 });
      const { entry_id, user_id, guid } = other;
      await service.deliver(entryRemoved, { data: { entry_id, user_id, guid }, version: 3 });
    });
    expect(received).toBe(0);
    const ofShared = await countNotifications(async () => {
      for (const [version, is_shared] of [true, true, false, false].entries())
        await service.deliver(entryUpdated, {
          data: { ...entry, is_shared, rating: version + 1 },
          version: version + 3,
        });
    });
    expect(ofShared).toBe(3);
  });

  test('are not sent while a change to private is in flight', async () => {
    await notes.note(owner.id, { version: 2, privacy: 'private' });
    expect(await countNotifications(() => shelve(service, [], [someEntry(owner.id, someGame().guid)]))).toBe(0);
  });

  test('are sent for profile, privacy and count changes, and to both users of a follow', async () => {
    const received = await countNotifications(async () => {
      await becomes('private', 2);
      await until('it is private', async () => (await shown()) === 0);
      await follow(viewer, owner);
      // A repeated follow changes nothing.
      await follow(viewer, owner);
      await unfollow(viewer, owner);
    });
    expect(received).toBe(3);
    for (const user of [owner.id, viewer.id]) {
      const followers = published.to({ user }).filter(({ event }) => event === 'followers');
      expect(followers).toEqual(Array(2).fill({ event: 'followers', data: {} }));
    }
  });
});

const event = new pg.Client({ connectionString: service.env.DATABASE_URL });
closeAfterTests(() => event.end());
await event.connect();

/**
 * Runs a request that reads the user while still public, and commits the privacy event before the request reads the
 * seen version.
 */
async function whileItArrives<Answer>(id: string, ask: () => Promise<Answer>): Promise<Answer> {
  await event.query('begin');
  await event.query('lock table inbox_versions in access exclusive mode');
  const answer = ask();
  await until('the request waits', async () => {
    const waiting = await service.query(
      `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())
       and relation = 'inbox_versions'::regclass and mode = 'AccessShareLock'`,
    );
    return waiting.length > 0;
  });
  await event.query(`update users set privacy = 'private' where id = $1`, [id]);
  await event.query(`update inbox_versions set version = 2 where topic = 'auth.users' and subject = $1`, [id]);
  await event.query('commit');
  return answer;
}

test.each(['deeds', 'opinions'] as const)(
  'hides a user from %s whose privacy event arrives during the request',
  async (what) => {
    const [owner, viewer] = [await newUser(service), await newUser(service)];
    const game = someGame();
    await shelve(service, [game], [someEntry(owner.id, game.guid, { rating: 7 })]);
    await follow(viewer, owner);
    const received = async () =>
      what === 'deeds'
        ? (await viewer.client.call(socialCalls.listFollowedActivity, {})).deeds
        : ((await viewer.client.call(socialCalls.getGameOpinions, { params: { guid: game.guid } })).followed?.people ??
          []);
    expect(await received()).toHaveLength(1);
    await new PrivacyNotes(redis).note(owner.id, { version: 2, privacy: 'private' });
    expect(await whileItArrives(owner.id, received)).toEqual([]);
  },
);

test('neither shows hidden activities nor lets them displace shared ones', async () => {
  const [owner, viewer] = [await newUser(service), await newUser(service)];
  await become(service, owner, { privacy: 'private' }, 2);
  await follow(viewer, owner);
  const received = async () =>
    (await viewer.client.call(socialCalls.listFollowedActivity, {})).deeds.map(({ game }) => game.guid);
  const shared = someGame();
  await shelve(service, [shared], [someEntry(owner.id, shared.guid, { is_shared: true })]);
  expect(await received()).toEqual([shared.guid]);
  const hidden = Array.from({ length: 10 }, () => someGame());
  await shelve(
    service,
    hidden,
    hidden.map(({ guid }) => someEntry(owner.id, guid)),
  );
  expect(await received()).toEqual([shared.guid]);
});

test('does not read hidden activities, however many there are', async () => {
  const [owner, viewer] = [await newUser(service, { privacy: 'private' }), await newUser(service)];
  await follow(viewer, owner);
  const shared = someGame();
  await shelve(service, [shared], [someEntry(owner.id, shared.guid, { is_shared: true })]);
  await service.query(
    `insert into entries (entry_id, user_id, guid, status, platform_not_listed, is_shared, date_added, version)
     select gen_random_uuid(), $1, 'hidden-' || n, 'playing', false, false, now(), 1 from generate_series(1, 20000) n`,
    [owner.id],
  );
  await service.query(
    `insert into deeds (entry_id, user_id, kind, at) select entry_id, user_id, 'added', now() from entries
     where user_id = $1 on conflict do nothing`,
    [owner.id],
  );
  await service.query('update deeds d set is_hidden = not e.is_shared from entries e where e.entry_id = d.entry_id');
  const notes = new PrivacyNotes(redis);
  const { pages } = await workDone(service.env.DATABASE_URL ?? '', (em) => listActivity(em, notes, viewer.id));
  expect(pages).toBeLessThan(100);
});

test('hides an activity while its game is not shared', async () => {
  const [owner, viewer] = [await newUser(service, { privacy: 'private' }), await newUser(service)];
  await follow(viewer, owner);
  const received = async () =>
    (await viewer.client.call(socialCalls.listFollowedActivity, {})).deeds.map(({ game }) => game.guid);
  const game = someGame();
  const entry = someEntry(owner.id, game.guid, { is_shared: true });
  await shelve(service, [game], [entry]);
  const share = async (version: number, is_shared: boolean) => {
    await change(service, { ...entry, is_shared }, version);
    return received();
  };
  expect(await received()).toEqual([game.guid]);
  expect(await share(2, false)).toEqual([]);
  expect(await share(3, true)).toEqual([game.guid]);
  // The previous release updates only the entry.
  await service.query('update entries set is_shared = false where entry_id = $1', [entry.entry_id]);
  expect(await received()).toEqual([]);
});
