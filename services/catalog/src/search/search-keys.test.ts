import { expect, test } from 'vitest';
import { searchKeys } from './search-keys.ts';

test('a game is found by its name, its aliases and every word of them', () => {
  const keys = searchKeys({ name: 'Final Fantasy VII', aliases: 'FF7\nFFVII\nFinal Fantasy VII\n\n' });
  expect(keys.name).toBe('final fantasy vii');
  expect(keys.aliases).toEqual(['ff7', 'ffvii']);
  expect(keys.text).toBe(' final fantasy vii ff7 ffvii');
  expect(keys.words).toEqual(['final', 'fantasy', 'vii', 'ff7', 'ffvii']);
});

test('what a game is found by stays small, however many aliases it has', () => {
  const aliases = Array.from({ length: 400 }, (_, at) => `alias number ${at}`).join('\n');
  const keys = searchKeys({ name: 'x', aliases });
  expect(keys.aliases.length).toBeLessThanOrEqual(30);
  expect(keys.text.length).toBeLessThanOrEqual(2000);
});
