import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isPublic, isPushService, lookupBy } from './send-push.ts';

test.each(['8.8.8.8', '93.184.216.34', '223.255.255.255', '2606:4700::1111', '2a00:1450:4001::200e'])(
  'finds %s public',
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
  '::7f00:1',
  '200::1',
  '4000::1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'not an address',
  '',
])('finds %s not public', (address) => expect(isPublic(address)).toBe(false));

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGJ',
  'https://wns2-par02p.notify.windows.com/w/?token=B',
])('accepts the endpoint %s', (endpoint) => expect(isPushService(endpoint, false)).toBe(true));

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
])('refuses the endpoint %s', (endpoint) => expect(isPushService(endpoint, false)).toBe(false));

test('accepts a loopback endpoint only for tests', () => {
  expect(isPushService('http://127.0.0.1:1234/a', true)).toBe(true);
  expect(isPushService('http://localhost:1234/a', true)).toBe(false);
  expect(isPushService('http://10.0.0.1:1234/a', true)).toBe(false);
});

type Found = { readonly error: Error | null; readonly address: string | LookupAddress[] };

/** Runs a DNS server that resolves every name to one IPv4 address, or never answers. */
async function withNameServer<Result>(address: string | null, act: (server: string) => Promise<Result>) {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port }) => {
    if (address === null) return;
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const isOfFour = question.at(-3) === 1;
    // A DNS response with one A record, and none for other types.
    const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, isOfFour ? 1 : 0, 0, 0, 0, 0]);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]);
    socket.send(Buffer.concat([header, question, ...(isOfFour ? [record] : [])]), port, '127.0.0.1');
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  try {
    return await act(`127.0.0.1:${socket.address().port}`);
  } finally {
    socket.close();
  }
}

const find = (server: string, all = true) =>
  new Promise<Found>((resolve) =>
    lookupBy([server])('push.example.org', { all }, (error, address) => resolve({ error, address })),
  );

test.each([true, false])('refuses a name that resolves to a private address (all: %s)', async (all) => {
  for (const inside of ['127.0.0.1', '10.0.0.1', '169.254.169.254']) {
    const { error, address } = await withNameServer(inside, (server) => find(server, all));
    expect([error?.message, address]).toEqual(['The name does not resolve to a public address', '']);
  }
});

test('resolves a name with a public address', async () => {
  const [all, one] = await withNameServer('8.8.8.8', (server) => Promise.all([find(server), find(server, false)]));
  expect([all.address, one.address]).toEqual([[{ address: '8.8.8.8', family: 4 }], '8.8.8.8']);
});

test('is not blocked by names whose servers never answer', async () => {
  await withNameServer(null, async (silent) => {
    for (let at = 0; at < 20; at += 1) find(silent);
    const began = performance.now();
    const { address } = await withNameServer('8.8.8.8', (server) => find(server));
    await lookup('localhost');
    expect(address).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
