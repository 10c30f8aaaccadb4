import { expect, test } from 'vitest';
import { returnPath } from './authorization.ts';

const origin = 'https://games.example.org';

test.each(['/', '/library', '/search?q=zelda&limit=2', '/game/igdb-1#about'])('keeps the path %s', (path) => {
  expect(returnPath(path, origin)).toBe(path);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  'evil.example',
  '@evil.example',
  '',
  'http://[',
])('replaces %j with the home page', (given) => {
  expect(returnPath(given, origin)).toBe('/');
});
