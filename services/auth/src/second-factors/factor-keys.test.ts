import { expect, test } from 'vitest';
import { FactorKeys } from './factors.ts';

const [old, fresh] = ['an old secret of thirty-two characters!', 'a new secret of thirty-two characters!!'];

test("encrypts with a random result that only the owner's id decrypts", () => {
  const keys = new FactorKeys([old]);
  const [one, two] = [keys.encrypt('SECRET', 'ada'), keys.encrypt('SECRET', 'ada')];
  expect(one).not.toBe(two);
  expect(one).not.toContain('SECRET');
  expect(keys.decrypt(one, 'ada')).toBe('SECRET');
  expect(() => keys.decrypt(one, 'eve')).toThrow('SECOND_FACTOR_KEYS');
});

test('decrypts with an old key until that key is removed', () => {
  const stored = new FactorKeys([old]).encrypt('SECRET', 'ada');
  const [hash] = new FactorKeys([old]).hashes('code', 'ada');
  const both = new FactorKeys([fresh, old]);
  expect(both.decrypt(stored, 'ada')).toBe('SECRET');
  expect(both.hashes('code', 'ada')).toContain(hash);
  const without = new FactorKeys([fresh]);
  expect(() => without.decrypt(stored, 'ada')).toThrow('no longer in SECOND_FACTOR_KEYS');
  expect(without.decrypt(both.encrypt('SECRET', 'ada'), 'ada')).toBe('SECRET');
});
