import { expect, test } from 'vitest';
import { isCommon, isPersonal } from './weak-passwords.ts';

test.each([
  'Password1!',
  'PASSWORD',
  '!!Dragon2024',
  'Qwerty123!',
  'trustno1',
  'Liverpool#1',
  '１２３４５６',
  'Aa@123456',
  'Pass@123',
  '1qaz@WSX',
  'P@ssword1',
  'Pa$$w0rd!',
  'Adm1n!234',
])('finds %s common', (password) => {
  expect(isCommon(password)).toBe(true);
});

test.each([
  'Analytical#1',
  'Different#1',
  'Correct-Horse7!',
  'Cat#2024xq',
  'Zx!4pQ.9tm',
  'Пароль#1Каша',
  'Test1234!',
  'Str0ng!Pass',
  'Passw0rd!x',
  'SecurePass123!',
  'Test@123',
  'ValidPass1!',
])('does not find %s common', (password) => {
  expect(isCommon(password)).toBe(false);
});

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
