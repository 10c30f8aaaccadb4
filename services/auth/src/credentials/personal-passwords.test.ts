import { expect, test } from 'vitest';
import { isPersonal } from './weak-passwords.ts';

const ada = { username: 'ada_1815', email: 'countess@example.org', firstName: 'Augusta', lastName: 'Lovelace' };

test.each(['Ada_1815!x', 'Lovelace#1815', 'L0vel@ce!1', 'Countess#1', 'Augusta1!', 'Nightshelf1!', 'N1ghtsh3lf!'])(
  'refuses %s as little more than a name',
  (password) => {
    expect(isPersonal(password, ada)).toBe(true);
  },
);

test.each(['Test1234!', 'Analytical#1', 'Lovelace-and-9-Engines!', 'MyNightshelf-holds-77-games', 'Zx!4pQ.9tm'])(
  'accepts %s',
  (password) => {
    expect(isPersonal(password, ada)).toBe(false);
  },
);

test('ignores names of four letters', () => {
  expect(
    isPersonal('Test1234!', { username: 'test', email: 'user@example.org', firstName: 'Test', lastName: 'User' }),
  ).toBe(false);
});

test('rates a password of the maximum length quickly', () => {
  const started = performance.now();
  isPersonal('Nightshelf1!'.repeat(30).slice(0, 256), ada);
  expect(performance.now() - started).toBeLessThan(1000);
});
