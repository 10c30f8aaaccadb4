import { identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';
import { someIdentity, testIdentitySecret } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { startSocial } from './helpers.ts';

const service = await startSocial();

test('refuses anonymous callers and forged or expired identities', async () => {
  const { id } = await service.newUser();
  const before = await service.followTables();
  const identity = someIdentity();
  const stale = signIdentity(identity, testIdentitySecret, Date.now() - 3_600_000);
  const forged = [signIdentity(identity, 'another secret, also longer than thirty-two characters'), 'nonsense'];
  for (const [method, path] of [
    ['GET', '/api/users/search?q=abc'],
    ['GET', '/api/users/followed/deeds'],
    ['GET', `/api/users/${id}`],
    ['POST', `/api/users/${id}/follow`],
    ['POST', `/api/users/${id}/unfollow`],
  ] as const) {
    const statuses = [(await service.api.send(method, path)).status];
    for (const header of [...forged, stale]) {
      statuses.push((await service.api.send(method, path, { headers: { [identityHeader]: header } })).status);
    }
    // An expired identity gets 503 instead of 401, so that a wrong clock does not sign everyone out.
    expect(statuses, path).toEqual([401, 401, 401, 503]);
  }
  expect(await service.followTables()).toEqual(before);
});

test('accepts an empty body, an empty object and unknown fields', async () => {
  const [{ client }, { id }] = [await service.newUser(), await service.newUser()];
  for (const body of [undefined, '', '{}', '{"user_id":"x"}']) {
    const { status } = await client.send('POST', `/api/users/${id}/follow`, body === undefined ? {} : { body });
    expect(status).toBe(200);
  }
});

test.each([
  ['malformed JSON', '{', {}, 400],
  ['another media type', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['plain text', 'a', { 'content-type': 'text/plain' }, 415],
  ['2 MB', JSON.stringify({ a: 'x'.repeat(2_000_000) }), {}, 413],
])('refuses %s and changes nothing', async (_, body, headers, expected) => {
  const [{ client }, { id }] = [await service.newUser(), await service.newUser()];
  const before = await service.followTables();
  for (const call of ['follow', 'unfollow']) {
    const answer = await client.send('POST', `/api/users/${id}/${call}`, { body, headers });
    expect([call, answer.status]).toEqual([call, expected]);
  }
  expect(await service.followTables()).toEqual(before);
});
