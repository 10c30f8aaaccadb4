import { username } from '@nightshelf/contracts/credentials.ts';
import { expect, test } from 'vitest';
import { toUsername } from './first-sign-in.ts';

test.each([
  ['ada', 'ada'],
  ['ada.brook@example.org', 'ada_brook'],
  ['Ada Brook', 'Ada_Brook'],
  ['Amélie Poulain', 'Amelie_Poulain'],
  ['  __x--y  ', 'x_y'],
  ['a name that is far too long for us', 'a_name_that_is_far_t'],
  ['nineteen characters !', 'nineteen_characters'],
])('turns %s into %s', (name, expected) => {
  expect(toUsername(name)).toBe(expected);
  expect(username.safeParse(expected).success).toBe(true);
});

test.each(['', '@example.org', '名前', '...'])('finds no username in %j', (name) => {
  expect(toUsername(name)).toBe('');
});
