import { verifyIdentity } from '@nightshelf/platform/http/identity.ts';
import { expect, test } from 'vitest';
import { IdentitySigner } from './identity.ts';

const secret = 'a secret of the test, long enough for anybody';
const session = { id: 'session', userId: '01a20226-e807-7945-9c34-097ab3f6e944', username: 'ada' };
const hour = 3_600_000;

test.each([
  ['ahead, and back again', hour],
  ['behind, and right again', -hour],
])('signs with the current time after a clock that was an hour %s', (_, wrong) => {
  const signer = new IdentitySigner(secret);
  const now = Date.now();
  signer.sign(session, 'library', now + wrong);
  const signed = signer.sign(session, 'library', now);
  expect(verifyIdentity(signed, secret, { service: 'library', now })).toMatchObject({ username: 'ada' });
});

test('signs an identity that other services reject', () => {
  const signer = new IdentitySigner(secret);
  const [library, social] = ['library', 'social'].map((service) => signer.sign(session, service));
  const believed = (header = '', service = '') => verifyIdentity(header, secret, { service })?.username ?? null;
  expect([believed(library, 'library'), believed(library, 'social')]).toEqual(['ada', null]);
  expect([believed(social, 'library'), believed(social, 'social')]).toEqual([null, 'ada']);
});
