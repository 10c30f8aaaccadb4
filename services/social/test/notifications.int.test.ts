import { randomUUID } from 'node:crypto';
import * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { collectNotifications, until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { someEntry, someGame, startSocial, type TestUser } from './helpers.ts';

const service = await startSocial();
const redis = service.connectRedis();
const published = await collectNotifications(service.env.REDIS_CACHE_URL ?? '');

const { changeNotificationSettings, getNotificationSettings, listNotifications, readNotifications } = notificationCalls;

const people = (count: number) => Promise.all(Array.from({ length: count }, () => service.newUser()));
const listOf = (one: TestUser, query: object = {}) => one.client.call(listNotifications, { query });

/** Returns the user's notifications as lines of kind, user and game. */
const linesFor = async (one: TestUser) =>
  (await listOf(one)).notifications.map(({ kind, user, game }) => [kind, user?.username, game?.name].join(' ').trim());

/** Updates an entry and waits until its notifications are sent. */
async function update(entry: EntryState, version: number): Promise<void> {
  await service.change(entry, version);
  await fannedOut();
}

const fannedOut = () => service.untilGone('notification_spreads', 'true', []);

/** Ann plays a game; friends with the given statuses follow her. */
async function playing(statuses: readonly EntryState['status'][], given: Partial<EntryState> = {}) {
  const ann = await service.newUser();
  const game = someGame({ name: `Game ${randomUUID()}` });
  const entry = someEntry(ann.id, game.guid, given);
  const friends = await people(statuses.length);
  const theirs = friends.map(({ id }, i) => someEntry(id, game.guid, { status: statuses[i] ?? 'playing' }));
  await service.shelve([game], [entry, ...theirs]);
  for (const friend of friends) await friend.follow(ann);
  return { ann, game, entry, friends, finished: { ...entry, status: 'completed' as const } };
}

test('shows a new follower once, by their current name, while they follow', async () => {
  const [ann, bob] = (await people(2)) as [TestUser, TestUser];
  expect(await listOf(bob)).toMatchObject({ message: 'Nothing new.', notifications: [], unread: 0, next: null });
  await ann.follow(bob);
  await ann.follow(bob);
  const [first] = (await listOf(bob)).notifications;
  expect(first).toMatchObject({ kind: 'new_follower', user: { id: ann.id, username: ann.user.username }, game: null });
  expect(await listOf(ann)).toMatchObject({ notifications: [] });

  await service.become(ann, { username: 'renamed_ann' }, 2);
  expect(await linesFor(bob)).toEqual(['new_follower renamed_ann']);
  await bob.client.call(readNotifications, { body: { up_to: first?.id ?? '' } });
  await ann.unfollow(bob);
  expect(await linesFor(bob)).toEqual([]);
  await ann.follow(bob);
  expect(await listOf(bob)).toMatchObject({ notifications: [{ id: first?.id }], unread: 0 });

  await service.query(`update notifications set created_at = now() - interval '31 days' where user_id = $1`, [bob.id]);
  await ann.unfollow(bob);
  await ann.follow(bob);
  const later = await listOf(bob);
  expect(later).toMatchObject({ unread: 1, notifications: [{ read_at: null }] });
  expect(later.notifications[0]?.id).not.toBe(first?.id);

  await service.become(ann, { is_active: false }, 3);
  expect(await listOf(bob)).toMatchObject({ notifications: [], unread: 0 });
});

test('notifies once for concurrent follows by the same user', async () => {
  const [ann, bob] = (await people(2)) as [TestUser, TestUser];
  await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? ann.unfollow(bob) : ann.follow(bob))));
  await ann.follow(bob);
  expect(await linesFor(bob)).toEqual([`new_follower ${ann.user.username}`]);
});

test('notifies only followers who play the game, once, when a user completes it', async () => {
  const { ann, game, finished, entry, friends } = await playing(['playing', 'want_to_play', 'completed']);
  const [stranger] = (await people(1)) as [TestUser];
  await service.shelve([], [someEntry(stranger.id, game.guid)]);
  await update({ ...entry, rating: 7 }, 2);
  expect(await Promise.all(friends.map(linesFor))).toEqual([[], [], []]);
  await update(finished, 3);
  const received = [`friend_finished ${ann.user.username} ${game.name}`];
  expect(await Promise.all([...friends, stranger].map(linesFor))).toEqual([received, [], [], []]);
  expect((await listOf(friends[0] as TestUser)).notifications[0]?.game).toEqual({
    guid: game.guid,
    name: game.name,
    image_url: game.image_url,
  });

  await service.query('delete from inbox_versions where subject = $1', [entry.entry_id]);
  await update(finished, 3);
  await update({ ...finished, rating: 9 }, 4);
  await update(entry, 5);
  expect(await linesFor(friends[0] as TestUser)).toEqual([]);
  await update(finished, 6);
  expect(await linesFor(friends[0] as TestUser)).toEqual(received);
  expect(
    await service.query('select from notifications where actor_id = $1 and guid is not null', [ann.id]),
  ).toHaveLength(1);
});

test('does not announce republished, late or initially completed entries', async () => {
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString();
  const [ann, bob] = (await people(2)) as [TestUser, TestUser];
  await bob.follow(ann);
  const both = async (status: EntryState['status']) => {
    const { game, entry } = await service.addGame(ann, { status });
    await service.shelve([], [someEntry(bob.id, game.guid)]);
    return { ...entry, status: 'completed' as const };
  };
  const [again, late, entered] = [await both('playing'), await both('playing'), await both('completed')];
  await service.change(again, 2, { republished: true });
  await service.change(late, 2, { time: yesterday });
  await update({ ...entered, hours_played: 5 }, 2);
  expect(await linesFor(bob)).toEqual([]);
});

test('announces a completed game only where visible and hides it when it is not', async () => {
  const { ann, entry, finished, friends } = await playing(['playing']);
  const [bob] = friends as [TestUser];
  const { game: shown, entry: shared } = await service.addGame(ann, { is_shared: true });
  await service.shelve([], [someEntry(bob.id, shown.guid)]);
  const seen = async (...guids: string[]) => {
    const { unread, notifications } = await listOf(bob);
    expect([unread, ...notifications.map(({ game }) => game?.guid)]).toEqual([guids.length, ...guids]);
  };
  await service.become(ann, { privacy: 'private' }, 2);
  await update(finished, 2);
  await service.become(ann, { privacy: 'public' }, 3);
  await seen();
  await service.become(ann, { privacy: 'private' }, 4);
  await update({ ...shared, status: 'completed' }, 2);
  await seen(shown.guid);
  await update({ ...shared, status: 'completed', is_shared: false }, 3);
  await seen();
  await service.become(ann, { privacy: 'public' }, 5);
  await seen(shown.guid);
  await bob.unfollow(ann);
  await seen();
  await bob.follow(ann);
  await seen(shown.guid);
  // The change to private is still in flight.
  await new PrivacyNotes(redis).note(ann.id, { privacy: 'private', version: 6 });
  await seen();
  await update(entry, 3);
  await update(finished, 4);
  expect(await service.query('select from notifications where guid = $1', [entry.guid])).toEqual([]);
});

test('sends live notifications without details when something is new or was read', async () => {
  const { ann, finished, friends } = await playing(['playing', 'collection']);
  const [bob, cyd] = friends as [TestUser, TestUser];
  const heard = ({ id }: TestUser) => published.to({ user: id }).filter(({ event }) => event === 'notifications');
  const notification = { event: 'notifications', data: {} };
  const untilHeard = (one: TestUser, times: number) => until('a notification', () => heard(one).length >= times);
  // Two users follow Ann.
  await untilHeard(ann, 2);
  await update(finished, 2);
  await untilHeard(bob, 1);
  await cyd.unfollow(ann);
  await cyd.follow(ann);
  const [newest] = (await listOf(ann)).notifications;
  const read = () => ann.client.call(readNotifications, { body: { up_to: newest?.id ?? '' } });
  await read();
  await untilHeard(ann, 3);
  await read();
  await cyd.follow(bob);
  await untilHeard(bob, 2);
  expect([ann, bob, cyd].map(heard)).toEqual([
    [notification, notification, notification],
    [notification, notification],
    [],
  ]);
});

test('notifies thousands of followers in batches of a thousand', async () => {
  const { ann, game, finished } = await playing([]);
  await service.query(
    `with fan as (insert into follows (follower_id, followee_id, active, version)
       select gen_random_uuid(), $1, true, 1 from generate_series(1, 2500) returning follower_id)
     insert into entries (entry_id, user_id, guid, status, platform_not_listed, is_shared, date_added)
     select gen_random_uuid(), follower_id, $2, 'playing', false, false, now() from fan`,
    [ann.id, game.guid],
  );
  await update(finished, 2);
  const batches = await service.query<{ count: number }>(
    'select count(*)::int as count from notifications where actor_id = $1 and guid = $2 group by xmin::text order by 1',
    [ann.id, game.guid],
  );
  expect(batches.map(({ count }) => count)).toEqual([500, 1000, 1000]);
});

test('notifies users on the release day of a wanted game, once', async () => {
  const day = (offset: number) => new Date(Date.now() + offset * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const [ann, bob] = (await people(2)) as [TestUser, TestUser];
  const games = [-1, 0, 1].map((offset) => someGame({ name: `Out ${offset}`, original_release_date: day(offset) }));
  games.push(someGame({ original_release_date: null }));
  await service.shelve(
    games,
    games.flatMap(({ guid }) => [
      someEntry(ann.id, guid, { status: 'want_to_play' }),
      someEntry(bob.id, guid, { status: 'collection' }),
    ]),
  );
  const nextRound = async () => {
    await service.query('delete from release_rounds');
    await service.untilRow('release_rounds', 'is_done', []);
    await fannedOut();
  };
  await nextRound();
  await nextRound();
  expect([await linesFor(ann), await linesFor(bob)]).toEqual([['wanted_game_out  Out 0'], []]);
  const [, out] = games;
  if (out) await service.deliver(gameUpserted, { data: { ...out, name: 'Renamed' }, version: 2 });
  await until('the new name', async () => (await linesFor(ann))[0] === 'wanted_game_out  Renamed');
});

test('pages correctly, updates unread count and ETag, and isolates users', async () => {
  const [star, other] = (await people(2)) as [TestUser, TestUser];
  const fans = await people(5);
  for (const fan of fans) await fan.follow(star);
  await star.follow(other);
  const newestFirst = fans.map(({ user }) => `new_follower ${user.username}`).reverse();
  const first = await listOf(star, { limit: 2 });
  const second = await listOf(star, { limit: 3, before: String(first.next).toUpperCase() });
  expect([first.unread, second.unread, second.next]).toEqual([5, 5, null]);
  const both = [...first.notifications, ...second.notifications];
  expect(both.map(({ kind, user }) => `${kind} ${user?.username}`)).toEqual(newestFirst);
  expect((await listOf(other, { before: first.next })).notifications).toEqual([]);

  const ask = (etag: string | null) =>
    star.client.send('GET', '/api/notifications?limit=1', { headers: etag ? { 'if-none-match': etag } : {} });
  const { headers } = await ask(null);
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect((await ask(headers.get('etag'))).status).toBe(304);

  const [, seen] = both;
  const read = (one: TestUser, up_to: unknown) => one.client.attempt(readNotifications, { body: { up_to } });
  expect((await read(other, seen?.id)).body.unread).toBe(1);
  expect((await read(star, seen?.id)).body).toMatchObject({ unread: 1, message: '1 unread notification.' });
  expect((await ask(headers.get('etag'))).status).toBe(200);
  const unread = (await listOf(star)).notifications.filter(({ read_at }) => read_at === null);
  expect(unread.map(({ id }) => id)).toEqual([both[0]?.id]);
  expect((await read(other, both[0]?.id)).body.unread).toBe(1);

  for (const wrong of ['x', '', "' or 1=1", `${seen?.id}0`, 7, null]) {
    expect((await read(star, wrong)).status, String(wrong)).toBe(422);
    expect((await star.client.attempt(listNotifications, { query: { before: wrong } })).status).toBe(422);
  }
  for (const limit of [0, 101, -1, 'all']) {
    expect((await star.client.attempt(listNotifications, { query: { limit } })).status).toBe(422);
  }
  for (const call of Object.values(notificationCalls)) {
    expect((await service.api.attempt(call, {})).status).toBe(401);
    const token = service.api.as({ userId: star.id, username: 'star', sessionId: 'token:1', scopes: ['library:read'] });
    expect((await token.attempt(call, {})).body.code).toBe('auth.token_scope');
  }
});

test('creates no notifications of a kind that is turned off', async () => {
  const [ann, bob, cyd] = (await people(3)) as [TestUser, TestUser, TestUser];
  await ann.follow(cyd);
  const all = { on: true, push: true };
  const everything = { new_follower: all, friend_finished: all, wanted_game_out: all };
  expect(await cyd.client.call(getNotificationSettings, {})).toMatchObject({
    settings: everything,
    push: { public_key: null, on_here: false },
  });
  const off = { ...everything, new_follower: { on: false, push: true } };
  const choose = (settings: object) => cyd.client.attempt(changeNotificationSettings, { body: { settings } });
  expect((await choose({ new_follower: { on: false } })).body.settings).toEqual(off);
  await bob.follow(cyd);
  expect(await linesFor(cyd)).toEqual([`new_follower ${ann.user.username}`]);
  expect((await choose({})).body.settings).toEqual(off);
  expect((await choose({ new_follower: { on: 'yes' } })).status).toBe(422);
  expect((await cyd.client.call(getNotificationSettings, {})).settings).toEqual(off);
  expect((await ann.client.call(getNotificationSettings, {})).settings).toEqual(everything);
});

test('deletes notifications that are old or beyond five hundred', async () => {
  const [ann, bob] = (await people(2)) as [TestUser, TestUser];
  const add = (userId: string, count: number, age: string) =>
    service.query(
      `insert into notifications (user_id, id, kind, guid, created_at)
       select $1, uuidv7(), 'wanted_game_out', gen_random_uuid()::text, now() - $3::interval from generate_series(1, $2)`,
      [userId, count, age],
    );
  await add(ann.id, 507, '1 day');
  await add(bob.id, 3, '91 days');
  await add(bob.id, 2, '89 days');
  const keptOf = async ({ id }: TestUser) =>
    (await service.query<{ id: string }>('select id from notifications where user_id = $1 order by id desc', [id])).map(
      (row) => row.id,
    );
  const [newest, young] = [(await keptOf(ann)).slice(0, 500), (await keptOf(bob)).slice(0, 2)];
  // Pruning runs at startup and then every hour.
  await service.startReplica({ ROLES: 'jobs' });
  await until('pruned', async () => {
    expect([await keptOf(ann), await keptOf(bob)]).toEqual([newest, young]);
    return true;
  });
});

test("removes a deleted user's notifications and creates no new ones", async () => {
  const { ann, finished, friends } = await playing(['playing']);
  const [bob] = friends as [TestUser];
  await ann.follow(bob);
  await bob.follow(ann);
  await update(finished, 2);
  await ann.client.call(changeNotificationSettings, {
    body: { settings: { wanted_game_out: { on: false } }, weekly_mail: true },
  });
  expect(await linesFor(bob)).toHaveLength(2);
  await service.deliver(userDeleted, { data: { user_id: ann.id }, version: 9 });
  await service.untilGone('notifications', '$1 in (user_id, actor_id)', [ann.id]);
  for (const table of ['notification_settings', 'digests']) await service.untilGone(table, 'user_id = $1', [ann.id]);
  expect(await linesFor(bob)).toEqual([]);
  const late = await ann.client.attempt(changeNotificationSettings, {
    body: { settings: { new_follower: { on: true } } },
  });
  expect(late.status).toBe(401);
});
