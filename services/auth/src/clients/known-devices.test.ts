import { expect, test } from 'vitest';
import { deviceName, KnownDevices } from './known-devices.ts';

const devices = new KnownDevices('a secret of more than thirty-two characters', 'http://localhost');
const cookieOf = (setCookie: string) => setCookie.split(';')[0] ?? '';

test('knows a browser only for the accounts that signed in on it', () => {
  const first = cookieOf(devices.remember(undefined, 'ada'));
  const both = cookieOf(devices.remember(`session=x; ${first}`, 'bob'));
  expect([devices.knows(both, 'ada'), devices.knows(both, 'bob')]).toEqual([true, true]);
  expect([devices.knows(first, 'bob'), devices.knows(undefined, 'ada')]).toEqual([false, false]);
});

test('rejects a signature that is forged, signed with another key or copied to another browser', () => {
  const known = cookieOf(devices.remember(undefined, 'ada'));
  const signature = known.split('.')[1];
  const elsewhere = new KnownDevices('another secret of more than thirty-two characters', 'http://localhost');
  expect(elsewhere.knows(known, 'ada')).toBe(false);
  for (const forged of [
    `device=${'A'.repeat(22)}.${signature}`,
    `device=${signature}`,
    'device=',
    'device=x.y',
    'device=....',
  ]) {
    expect(devices.knows(forged, 'ada')).toBe(false);
    expect(devices.knows(cookieOf(devices.remember(forged, 'bob')), 'bob')).toBe(true);
  }
});

test('remembers the ten latest accounts', () => {
  let cookie: string | undefined;
  for (let at = 0; at < 12; at += 1) cookie = cookieOf(devices.remember(cookie, `user-${at}`));
  expect([devices.knows(cookie, 'user-1'), devices.knows(cookie, 'user-2')]).toEqual([false, true]);
});

test('hides the cookie from scripts and binds it to the host over HTTPS', () => {
  expect(devices.remember(undefined, 'ada')).toMatch(
    /^device=[\w-]{22}\.[\w-]{22}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const secure = new KnownDevices('a secret of more than thirty-two characters', 'https://games.example');
  expect(secure.remember(undefined, 'ada')).toMatch(/^__Host-device=.*; Secure;/);
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['curl/8.9', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
  ['', 'Unknown device'],
  [null, 'Unknown device'],
])('returns the device name for %s: %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
