import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { workDone } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { listActivity } from '../src/activity/activity.ts';
import { become, change, follow, newUser, redisOf, shelve, someEntry, someGame, startSocial } from './helpers.ts';

const service = await startSocial();
const redis = redisOf(service);

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
