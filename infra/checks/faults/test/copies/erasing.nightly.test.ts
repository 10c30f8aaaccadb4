import { randomUUID } from 'node:crypto';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { entryAdded } from '@nightshelf/contracts/events/entries.ts';
import { userFollowed } from '@nightshelf/contracts/events/follows.ts';
import registered from '@nightshelf/contracts/events/golden/auth.user.registered.v1.golden.json' with { type: 'json' };
import added from '@nightshelf/contracts/events/golden/library.entry.added.v1.golden.json' with { type: 'json' };
import { userRegistered } from '@nightshelf/contracts/events/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  as,
  countsOf,
  deletesWhole,
  expectErased,
  fill,
  join,
  keyed,
  type Member,
  quietly,
  remove,
} from './members.ts';
import { type Setup, startSetup, untilRows } from './setup.ts';

let setup: Setup;
let bob: Member;
let cyd: Member;
let guids: string[];

beforeAll(async () => {
  setup = await startSetup('redis');
  [bob, cyd] = [await join(setup), await join(setup)];
  guids = await setup.games(3);
});
afterAll(() => setup?.stop());

test('erases everything except the id, corrects the counts of others, and frees the name', () =>
  deletesWhole(setup, [bob, cyd], guids));

test('is not restored by late events, republishing, comparisons or rebuilds', async () => {
  const ann = await join(setup);
  await fill(setup, ann, [bob], guids);
  // Ann is hidden by then: counts that already omit her must not be lowered again.
  await quietly(() => setup.auth.command('accounts', 'disable', ann.username));
  await untilRows(setup.social, 'select from users where id = $1 and not is_active', [ann.id]);
  await remove(setup, ann.username);
  await expectErased(setup, ann);
  expect((await countsOf(setup, bob))[0]).toEqual([0, 0]);
  const entry = { ...entryAdded.data.parse(added.data), entry_id: randomUUID(), user_id: ann.id, guid: guids[0] ?? '' };
  const user = { ...userRegistered.data.parse(registered.data), user_id: ann.id, username: ann.username };
  await setup.auth.deliver(userRegistered, { data: user, version: 1 });
  await setup.auth.deliver(userRegistered, { data: user, version: 99 });
  await setup.auth.deliver(entryAdded, { data: entry, version: 1 });
  await setup.auth.deliver(userFollowed, { data: { follower_id: bob.id, followee_id: ann.id }, version: 99 });
  await quietly(async () => {
    for (const service of [setup.auth, setup.library]) await service.command('republish');
    for (const service of [setup.social, setup.auth]) {
      await service.command('rebuild');
    }
  });
  for (const table of ['users where id', 'entries where user_id']) {
    expect(await setup.social.query(`select from ${table} = $1`, [ann.id])).toEqual([]);
  }
  expect(await setup.auth.query('select from follows where followee_id = $1', [ann.id])).toEqual([]);
});

test('is erased although its user writes and all copies are rebuilt at the same time', async () => {
  const ann = await join(setup);
  await fill(setup, ann, [bob, cyd], guids);
  const writing = new AbortController();
  const write = async () => {
    const shelf = as(setup.library, ann);
    const people = as(setup.social, ann);
    while (!writing.signal.aborted) {
      const guid = `3030-${randomUUID().slice(0, 8)}`;
      await shelf.attempt(libraryCalls.addExternalEntry, { body: { guid, name: ann.username } }, keyed());
      await people.attempt(socialCalls.followUser, { params: { id: cyd.id } }, keyed());
      await people.attempt(socialCalls.unfollowUser, { params: { id: cyd.id } }, keyed());
      await as(setup.social, bob).attempt(socialCalls.unfollowUser, { params: { id: ann.id } }, keyed());
      await as(setup.social, bob).attempt(socialCalls.followUser, { params: { id: ann.id } }, keyed());
    }
  };
  const writers = [write(), write()];
  await quietly(async () => {
    const rebuilding = [setup.social, setup.catalog].map((service) => service.command('rebuild'));
    await setup.auth.command('accounts', 'delete', ann.id, '--yes');
    await untilRows(setup.library, 'select from erased_users where user_id = $1', [ann.id]);
    await untilRows(setup.social, 'select from erased_users where user_id = $1', [ann.id]);
    await Promise.allSettled(rebuilding);
  });
  const refused = await as(setup.library, ann).attempt(
    libraryCalls.addExternalEntry,
    { body: { guid: `3030-${randomUUID().slice(0, 8)}`, name: 'late' } },
    keyed(),
  );
  expect(refused.status).toBe(401);
  writing.abort();
  await Promise.all(writers);
  await expectErased(setup, ann);
  for (const member of [bob, cyd]) expect((await countsOf(setup, member))[0]).toEqual([0, 0]);
});
