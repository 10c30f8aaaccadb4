import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { isPublic, isPushService, lookupPublic } from './public-address.ts';

test.each(['8.8.8.8', '93.184.216.34', '223.255.255.255', '2606:4700::1111', '2a00:1450:4001::200e'])(
  '%s is public',
  (address) => expect(isPublic(address)).toBe(true),
);

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'not an address',
  '',
])('%s is not public', (address) => expect(isPublic(address)).toBe(false));

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGJ',
  'https://wns2-par02p.notify.windows.com/w/?token=B',
])('%s may be sent to', (endpoint) => expect(isPushService(endpoint, false)).toBe(true));

test.each([
  'http://fcm.googleapis.com/a',
  'https://localhost/a',
  'https://LOCALHOST./a',
  'https://push.localhost/a',
  'https://printer.local/a',
  'https://metadata.google.internal/a',
  'https://redis/a',
  'https://127.0.0.1/a',
  'https://127.1/a',
  'https://0x7f000001/a',
  'https://2130706433/a',
  'https://8.8.8.8/a',
  'https://[::1]/a',
  'https://[2606:4700::1111]/a',
  'https://example.org:8443/a',
  'https://user:secret@example.org/a',
  'https://example.org/a#b',
  'https://１２７.0.0.1/a',
  'file:///etc/passwd',
  'nonsense',
])('%s may not be sent to', (endpoint) => expect(isPushService(endpoint, false)).toBe(false));

test('only a test may send to its own machine', () => {
  expect(isPushService('http://127.0.0.1:1234/a', true)).toBe(true);
  expect(isPushService('http://localhost:1234/a', true)).toBe(false);
  expect(isPushService('http://10.0.0.1:1234/a', true)).toBe(false);
});

test.each([true, false])('a name that leads to this machine is refused when it is looked up (all: %s)', async (all) => {
  const found = await new Promise<{ error: Error | null; address: string | LookupAddress[] }>((resolve) =>
    lookupPublic('localhost', { all }, (error, address) => resolve({ error, address })),
  );
  expect(found.error?.message).toBe('The name does not lead to a public address');
  expect(found.address).toBe('');
});
