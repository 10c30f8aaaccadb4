import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { Privacy } from '@nightshelf/contracts/users.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { closeAfterTests, collectNotifications, until, workDone } from '@nightshelf/testing';
import { startSwallowingProxy } from '@nightshelf/testing/swallowing-proxy.ts';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '../src/activity/activity.ts';
import { someEntry, someGame, startSocial, type TestUser } from './helpers.ts';

/** A public user with one game. */
let owner: TestUser;
let guid: string;
let viewer: TestUser;

const service = await startSocial();
const redis = service.connectRedis();
const notes = new PrivacyNotes(redis);
await redis.ping();
const published = await collectNotifications(service.env.REDIS_CACHE_URL ?? '');
const proxy = await startSwallowingProxy(service.env.REDIS_URL ?? '');
const behind = await service.startReplica({ REDIS_URL: proxy.url, ROLES: 'http' });

beforeEach(async () => {
  [owner, viewer] = [await service.newUser(), await service.newUser()];
  ({ guid } = (await service.addGame(owner, { rating: 7 })).game);
});

const becomes = (privacy: Privacy, version: number) => service.become(owner, { privacy }, version);

/** Number of games that the viewer sees. */
const shown = async (id = owner.id, client = viewer.client) =>
  (await client.call(socialCalls.getUser, { params: { id } })).library.length;

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
  await becomes('public', 4);
  expect(await shown()).toBe(1);
});

test('never shows what the copy hides and keeps the newer note', async () => {
  await becomes('private', 2);
  await notes.note(owner.id, { version: 3, privacy: 'public' });
  expect(await shown()).toBe(0);
  await becomes('public', 3);
  expect(await shown()).toBe(1);
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
    const { id } = await service.newUser();
    await until('a notification arrives', () => published.to({ page: id }).length > 0);
  }

  /** Returns the number of page notifications that an action causes. */
  async function countNotifications(act: () => Promise<void>): Promise<number> {
    const to = { page: owner.id };
    await waitForNotification();
    const before = published.to(to).length;
    await act();
    await service.shelve([], [someEntry(owner.id, someGame().guid, { is_shared: true })]);
    await waitForNotification();
    const notification = { event: 'page', data: { user_id: owner.id } };
    for (const one of published.to(to)) expect(one).toEqual(notification);
    return published.to(to).length - before - 1;
  }

  test('are sent for every change of a public library', async () => {
    const entry = someEntry(owner.id, someGame().guid);
    const received = await countNotifications(async () => {
      await service.shelve([], [entry]);
      await service.change({ ...entry, rating: 7 }, 2);
      await service.remove(entry, 3);
    });
    expect(received).toBe(3);
  });

  test('are sent only for shared entries of a private library', async () => {
    const [entry, other] = [someEntry(owner.id, someGame().guid), someEntry(owner.id, someGame().guid)];
    await becomes('private', 2);
    const received = await countNotifications(async () => {
      await service.shelve([], [entry, other]);
      await service.change({ ...entry, rating: 7 }, 2);
      await service.remove(other, 3);
    });
    expect(received).toBe(0);
    const ofShared = await countNotifications(async () => {
      for (const [at, is_shared] of [true, true, false, false].entries()) {
        await service.change({ ...entry, is_shared, rating: at + 1 }, at + 3);
      }
    });
    expect(ofShared).toBe(3);
  });

  test('are not sent while a change to private is in flight', async () => {
    await notes.note(owner.id, { version: 2, privacy: 'private' });
    expect(await countNotifications(() => service.shelve([], [someEntry(owner.id, someGame().guid)]))).toBe(0);
  });

  test('reach viewers for profile, privacy and count changes, and both users of a follow', async () => {
    const received = await countNotifications(async () => {
      await becomes('private', 2);
      await viewer.follow(owner);
      // A repeated follow changes nothing.
      await viewer.follow(owner);
      await viewer.unfollow(owner);
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
  const waits = `not granted and database = (select oid from pg_database where datname = current_database())
    and relation = 'inbox_versions'::regclass and mode = 'AccessShareLock'`;
  await service.untilRow('pg_locks', waits, []);
  await event.query(`update users set privacy = 'private' where id = $1`, [id]);
  await event.query(`update inbox_versions set version = 2 where topic = 'auth.users' and subject = $1`, [id]);
  await event.query('commit');
  return answer;
}

test.each(['deeds', 'opinions'] as const)(
  'hides a user from %s whose privacy event arrives during the request',
  async (what) => {
    await viewer.follow(owner);
    const received = async () =>
      what === 'deeds'
        ? viewer.followedActivity()
        : (await viewer.client.call(socialCalls.getGameOpinions, { params: { guid } })).followed?.people;
    expect(await received()).toHaveLength(1);
    await notes.note(owner.id, { version: 2, privacy: 'private' });
    expect(await whileItArrives(owner.id, received)).toEqual([]);
  },
);

const gamesWithActivity = async () => (await viewer.followedActivity()).map(({ game }) => game.guid);

test('neither shows hidden activities nor lets them displace shared ones', async () => {
  await becomes('private', 2);
  await viewer.follow(owner);
  const shared = await service.addGame(owner, { is_shared: true });
  expect(await gamesWithActivity()).toEqual([shared.game.guid]);
  for (let at = 0; at < 10; at += 1) await service.addGame(owner);
  expect(await gamesWithActivity()).toEqual([shared.game.guid]);
});

test('does not read hidden activities, however many there are', async () => {
  await becomes('private', 2);
  await viewer.follow(owner);
  await service.addGame(owner, { is_shared: true });
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
  const { pages } = await workDone(service.env.DATABASE_URL ?? '', (em) => listActivity(em, notes, viewer.id));
  expect(pages).toBeLessThan(100);
});

test('hides an activity while its game is not shared', async () => {
  await becomes('private', 2);
  await viewer.follow(owner);
  const { game, entry } = await service.addGame(owner, { is_shared: true });
  const share = async (version: number, is_shared: boolean) => {
    await service.change({ ...entry, is_shared }, version);
    return gamesWithActivity();
  };
  expect(await gamesWithActivity()).toEqual([game.guid]);
  expect(await share(2, false)).toEqual([]);
  expect(await share(3, true)).toEqual([game.guid]);
  // The previous release updates only the entry.
  await service.query('update entries set is_shared = false where entry_id = $1', [entry.entry_id]);
  expect(await gamesWithActivity()).toEqual([]);
});
