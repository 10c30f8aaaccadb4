import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { userUpdated } from '@nightshelf/contracts/events/users.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { startTestService, type TestService, workDone } from '@nightshelf/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listActivity } from '../src/activity/activity.ts';
import { socialService } from '../src/service.ts';
import { newUser, shelve, someEntry, someGame, untilRow } from './helpers.ts';

let service: TestService;
let redis: Redis;
beforeAll(async () => {
  service = await startTestService(socialService);
  redis = new Redis(service.env.REDIS_URL ?? '');
});
afterAll(async () => {
  redis.disconnect();
  await service.stop();
});

test('neither shows hidden activities nor lets them displace shared ones', async () => {
  const [owner, viewer] = [await newUser(service), await newUser(service)];
  await service.deliver(userUpdated, { data: { ...owner.user, privacy: 'private' }, version: 2 });
  await untilRow(service, 'users', `id = $1 and privacy = 'private'`, [owner.id]);
  await viewer.client.call(socialCalls.followUser, { params: { id: owner.id } });
  const received = async () => (await viewer.client.call(socialCalls.listDeeds, {})).deeds.map(({ game }) => game.guid);
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
  await viewer.client.call(socialCalls.followUser, { params: { id: owner.id } });
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
  await viewer.client.call(socialCalls.followUser, { params: { id: owner.id } });
  const received = async () => (await viewer.client.call(socialCalls.listDeeds, {})).deeds.map(({ game }) => game.guid);
  const game = someGame();
  const entry = someEntry(owner.id, game.guid, { is_shared: true });
  await shelve(service, [game], [entry]);
  const change = async (version: number, is_shared: boolean) => {
    await service.deliver(entryUpdated, { data: { ...entry, is_shared }, version });
    await untilRow(service, 'entries', 'entry_id = $1 and version = $2', [entry.entry_id, version]);
    return received();
  };
  expect(await received()).toEqual([game.guid]);
  expect(await change(2, false)).toEqual([]);
  expect(await change(3, true)).toEqual([game.guid]);
  // The previous release updates only the entry.
  await service.query('update entries set is_shared = false where entry_id = $1', [entry.entry_id]);
  expect(await received()).toEqual([]);
});
