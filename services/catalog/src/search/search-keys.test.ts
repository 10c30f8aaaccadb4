import { expect, test } from 'vitest';
import { searchKeys } from './normalise.ts';

test('builds keys from the name, the aliases and all their words', () => {
  const keys = searchKeys({ name: 'Final Fantasy VII', aliases: 'FF7\nFFVII\nFinal Fantasy VII\n\n' });
  expect(keys.name).toBe('final fantasy vii');
  expect(keys.aliases).toEqual(['ff7', 'ffvii']);
  expect(keys.text).toBe(' final fantasy vii ff7 ffvii');
  expect(keys.words).toEqual(['final', 'fantasy', 'vii', 'ff7', 'ffvii']);
});

test('limits the size of keys, however many aliases a game has', () => {
  const aliases = Array.from({ length: 400 }, (_, at) => `alias number ${at}`).join('\n');
  const keys = searchKeys({ name: 'x', aliases });
  expect(keys.aliases.length).toBeLessThanOrEqual(30);
  expect(keys.text.length).toBeLessThanOrEqual(2000);
});
