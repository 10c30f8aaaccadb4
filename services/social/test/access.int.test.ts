import { identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';
import { someIdentity, testIdentitySecret } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { followTables, newUser, startSocial } from './helpers.ts';

const service = await startSocial();

const requestsAbout = (id: string) => [
  ['GET', '/api/users/search?q=abc'] as const,
  ['GET', '/api/users/followed/deeds'] as const,
  ['GET', `/api/users/${id}`] as const,
  ['POST', `/api/users/${id}/follow`] as const,
  ['POST', `/api/users/${id}/unfollow`] as const,
];

test('refuses anonymous callers and forged or expired identities', async () => {
  const { id } = await newUser(service);
  const before = await followTables(service);
  const identity = someIdentity();
  const stale = signIdentity(identity, testIdentitySecret, Date.now() - 3_600_000);
  const forged = [signIdentity(identity, 'another secret, also longer than thirty-two characters'), 'nonsense'];
  for (const [method, path] of requestsAbout(id)) {
    expect([path, (await service.api.send(method, path)).status]).toEqual([path, 401]);
    for (const header of forged) {
      const { status } = await service.api.send(method, path, { headers: { [identityHeader]: header } });
      expect([path, status]).toEqual([path, 401]);
    }
    // Returns 503 instead of 401, so that a wrong clock does not sign everyone out.
    const { status } = await service.api.send(method, path, { headers: { [identityHeader]: stale } });
    expect([path, status]).toEqual([path, 503]);
  }
  expect(await followTables(service)).toEqual(before);
});

test('accepts an empty body, an empty object and unknown fields', async () => {
  const [{ client }, { id }] = [await newUser(service), await newUser(service)];
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
  const [{ client }, { id }] = [await newUser(service), await newUser(service)];
  const before = await followTables(service);
  for (const call of ['follow', 'unfollow']) {
    const answer = await client.send('POST', `/api/users/${id}/${call}`, { body, headers });
    expect([call, answer.status]).toEqual([call, expected]);
  }
  expect(await followTables(service)).toEqual(before);
});
