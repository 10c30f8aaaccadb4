import { expect, test } from 'vitest';
import { signIdentity, verifyIdentity } from './identity.ts';

const secret = 'a secret of more than thirty-two characters';
const ada = { userId: '0195f3f0-0000-7000-8000-000000000001', username: 'ada', sessionId: 'f00' };

test('accepts an identity that the gateway signed', () => {
  expect(verifyIdentity(signIdentity(ada, secret), secret)).toEqual(ada);
});

test.each([
  ['behind', -5 * 60_000],
  ['ahead', 30_000 + 5 * 60_000],
])("accepts it when the service's clock is up to five minutes %s", (_, differs) => {
  const signed = Date.now();
  const header = signIdentity(ada, secret, signed);
  expect(verifyIdentity(header, secret, { now: signed + differs })).toEqual(ada);
  const further = signed + differs + Math.sign(differs) * 1000;
  expect(() => verifyIdentity(header, secret, { now: further })).toThrow(
    expect.objectContaining({
      status: 503,
      code: 'service.clock',
      headers: expect.objectContaining({ connection: 'close' }),
    }),
  );
});

test('rejects one signed with another secret, modified or invented', () => {
  const header = signIdentity(ada, secret);
  const [payload = '', mac = ''] = header.split('.');
  const forged = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('ada', 'eve')).toString('base64url');
  expect(verifyIdentity(header, `${secret}!`)).toBeNull();
  expect(verifyIdentity(`${forged}.${mac}`, secret)).toBeNull();
  expect(verifyIdentity(header, `${secret}!`, { now: Date.now() + 3_600_000 })).toBeNull();
  expect(verifyIdentity('', secret)).toBeNull();
  expect(verifyIdentity(`${payload}.`, secret)).toBeNull();
  expect(verifyIdentity('%%%.%%%', secret)).toBeNull();
});

test('rejects one signed for another service; accepts one without an audience, from the previous release', () => {
  const forLibrary = signIdentity(ada, secret, Date.now(), 'library');
  expect(verifyIdentity(forLibrary, secret, { service: 'library' })).toEqual(ada);
  expect(verifyIdentity(forLibrary, secret, { service: 'social' })).toBeNull();
  expect(verifyIdentity(signIdentity(ada, secret), secret, { service: 'social' })).toEqual(ada);
});
