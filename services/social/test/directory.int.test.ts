import { randomUUID } from 'node:crypto';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { userQueryTooShort } from '@nightshelf/contracts/users.ts';
import { expect, test } from 'vitest';
import { someUser, startSocial } from './helpers.ts';

const service = await startSocial();

const { searchUsers } = socialCalls;

async function namesFound(q: string, limit?: number): Promise<string[]> {
  // A username that matches no search of these tests.
  const { client } = await service.newUser({ username: `seeker_${randomUUID().slice(0, 8)}` });
  const { users } = await client.call(searchUsers, { query: limit === undefined ? { q } : { q, limit } });
  return users.map(({ username }) => username);
}

test('sorts by exact match, prefix, similarity, followers and name', async () => {
  const names = ['xXzorkXx', 'Zork_the_Second', 'ZORK', 'zork_b', 'zork_a', 'not_that_one'];
  await service.register(...names.map((username) => someUser({ username })));
  await (await service.newUser()).follow(await service.newUser({ username: 'zork_c' }));
  expect(await namesFound('zork')).toEqual(['ZORK', 'zork_c', 'zork_a', 'zork_b', 'Zork_the_Second', 'xXzorkXx']);
  expect(await namesFound('  zOrK ', 2)).toEqual(['ZORK', 'zork_c']);
});

test('returns follow counts and whether the caller follows the user', async () => {
  const found = await service.newUser({ username: 'Quill', last_name: 'Feather' });
  const seeker = await service.newUser({ username: 'QuillFan' });
  await seeker.follow(found);
  const { users, message } = await seeker.client.call(searchUsers, { query: { q: 'qui' } });
  expect(message).toBe('1 user found.');
  expect(users).toEqual([
    {
      id: found.id,
      username: 'Quill',
      first_name: 'First',
      last_name: 'Feather',
      created_at: '2026-01-02T03:04:05.678Z',
      is_active: true,
      follower_count: 1,
      following_count: 0,
      is_following: true,
    },
  ]);
  const back = await found.client.call(searchUsers, { query: { q: 'QUILL' } });
  expect(back.users).toMatchObject([{ username: 'QuillFan', following_count: 1, is_following: false }]);
});

test('escapes LIKE wildcards', async () => {
  await service.register(someUser({ username: 'under_score' }), someUser({ username: 'underXscore' }));
  expect(await namesFound('r_s')).toEqual(['under_score']);
  for (const q of ['%%', '__%', '\\\\', "'; drop table users; --"]) expect(await namesFound(q)).toEqual([]);
});

test('omits inactive users and finds renamed ones by their new name only', async () => {
  const user = await service.newUser({ username: 'fleeting_one' });
  expect(await namesFound('fleeting')).toEqual(['fleeting_one']);
  await service.become(user, { username: 'lasting_one' }, 2);
  expect([await namesFound('lasting'), await namesFound('fleeting')]).toEqual([['lasting_one'], []]);
  await service.become(user, { username: 'lasting_one', is_active: false }, 3);
  expect(await namesFound('lasting')).toEqual([]);
});

test('returns ten users by default and fifty at most', async () => {
  await service.register(
    ...Array.from({ length: 55 }, (_, i) => someUser({ username: `crowd_${String(i).padStart(2, '0')}` })),
  );
  expect(await namesFound('crowd')).toHaveLength(10);
  expect(await namesFound('crowd', 50)).toHaveLength(50);
  const middle = await namesFound('rowd', 50);
  expect(new Set(middle).size).toBe(50);
});

test.each(['', ' ', 'a', '  a  '])('refuses %j as too short', async (q) => {
  const { client } = await service.newUser();
  const { status, body } = await client.attempt(searchUsers, { query: { q } });
  expect([status, body.message, body.errors]).toEqual([422, userQueryTooShort, { q: [userQueryTooShort] }]);
});

test.each([
  { q: 'ab', limit: '0' },
  { q: 'ab', limit: '-1' },
  { q: 'ab', limit: '51' },
  { q: 'ab', limit: '1e9' },
  { q: 'ab', limit: 'many' },
  { q: 'ab', limit: '1.5' },
  { q: 'ab\u0000' },
  { q: 'x'.repeat(101) },
  {},
])('refuses the query %j', async (query) => {
  const { client } = await service.newUser();
  const { status, body } = await client.attempt(searchUsers, { query });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['limit' in query ? 'limit' : 'q']]);
});
