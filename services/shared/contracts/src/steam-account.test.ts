import { expect, test } from 'vitest';
import { steamAccountOf } from './steam.ts';

test.each([
  ['https://steamcommunity.com/profiles/76561198000000001/games/?tab=all', { id: '76561198000000001' }],
  ['steamcommunity.com/id/robin-w_1/', { name: 'robin-w_1' }],
  [' 76561198000000001 ', { id: '76561198000000001' }],
  ['STEAM_0:1:19867136', { id: '76561198000000001' }],
  ['[U:1:39734273]', { id: '76561198000000001' }],
  ['robin', { name: 'robin' }],
  ['12345', { name: '12345' }],
])('parses %j as %j', (text, account) => {
  expect(steamAccountOf(text)).toEqual(account);
});

test.each([
  '',
  'r',
  'two words',
  '11111111111111111',
  '99999999999999999',
  'http://169.254.169.254/latest',
  'https://steamcommunity.com.example/id/robin',
  'https://steamcommunity.com/id/robin&key=',
  'https://steamcommunity.com/id/robin/\u0000',
  'https://steamcommunity.com/id/%2e%2e',
  '../ISteamUser',
  'x'.repeat(65),
])('rejects %j', (text) => {
  expect(steamAccountOf(text)).toBeNull();
});
