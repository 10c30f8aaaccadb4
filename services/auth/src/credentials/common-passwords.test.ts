import { expect, test } from 'vitest';
import { isCommon } from './weak-passwords.ts';

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
