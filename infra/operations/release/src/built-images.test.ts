import { expect, test } from 'vitest';
import { builtImages } from './built-images.ts';

const digest = `sha256:${'0a'.repeat(32)}`;
const auth = `ghcr.io/somebody/nightshelf/auth@${digest}`;

test('reads name, repository and digest from a line', () => {
  expect(builtImages(`${auth}\n\n`, ['auth'])).toEqual([
    { name: 'auth', repository: 'ghcr.io/somebody/nightshelf/auth', digest },
  ]);
  expect(builtImages(`registry.example:5000/games/nightshelf/auth@${digest}`, ['auth'])[0]?.repository).toBe(
    'registry.example:5000/games/nightshelf/auth',
  );
});

test.each([
  ['a tag', 'ghcr.io/somebody/nightshelf/auth:1.0.0', 'Not an image by its digest'],
  ['half a digest', auth.slice(0, -1), 'Not an image by its digest'],
  ['uppercase letters', auth.replace('somebody', 'Somebody'), 'Not an image by its digest'],
  ['no registry', `auth@${digest}`, 'Not an image by its digest'],
  ['nothing', '', 'auth is missing'],
  ['a duplicate', `${auth}\n${auth}`, 'auth is there twice'],
  ['an unknown image', `${auth}\n${auth.replace('auth', 'strange')}`, 'strange is not released'],
])('refuses %s', (_, list, message) => {
  expect(() => builtImages(list, ['auth'])).toThrow(message);
});
