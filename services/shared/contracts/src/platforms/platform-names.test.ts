import { expect, test } from 'vitest';
import { listedPlatformName, platformName, platformNames } from './platform-names.ts';

test.each([
  [94, 'PC'],
  [139, 'PlayStation 4'],
  [168, 'PlayStation 5'],
  [157, 'Nintendo Switch'],
  [145, 'Xbox One'],
  [9, 'Super Nintendo Entertainment System'],
  [987654, 'Platform 987654'],
  ['not_listed', 'Not Listed'],
  [null, null],
] as const)('platform %s is shown as %s', (id, name) => {
  expect(platformName(id)).toBe(name);
});

test('the map contains about a hundred consoles or more', () => {
  expect(platformNames.size).toBeGreaterThanOrEqual(100);
});

test('games described by users use the names of the list', () => {
  expect([139, 146, 168].map(listedPlatformName)).toEqual(['Wii U', 'PlayStation 4', 'MicroBee']);
});
