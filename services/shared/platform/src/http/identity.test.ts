import { expect, test } from 'vitest';
import { signIdentity, verifyIdentity } from './identity.ts';

const secret = 'a secret of more than thirty-two characters';
const ada = { userId: '0195f3f0-0000-7000-8000-000000000001', username: 'ada', sessionId: 'f00' };

test('an identity that the gateway signed is believed', () => {
  expect(verifyIdentity(signIdentity(ada, secret), secret)).toEqual(ada);
});

test('one signed with another secret, changed, too old or made up is not', () => {
  const header = signIdentity(ada, secret);
  const [payload = '', mac = ''] = header.split('.');
  const forged = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('ada', 'eve')).toString('base64url');
  expect(verifyIdentity(header, `${secret}!`)).toBeNull();
  expect(verifyIdentity(`${forged}.${mac}`, secret)).toBeNull();
  expect(verifyIdentity(header, secret, Date.now() + 31_000)).toBeNull();
  expect(verifyIdentity('', secret)).toBeNull();
  expect(verifyIdentity(`${payload}.`, secret)).toBeNull();
  expect(verifyIdentity('%%%.%%%', secret)).toBeNull();
});
