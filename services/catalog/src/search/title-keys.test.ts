import { expect, test } from 'vitest';
import { titleKeys } from './normalise.ts';

test('reads the year in brackets behind a title', () => {
  expect(titleKeys('God of War (2018)')).toMatchObject({ names: ['godofwar2018', 'godofwar'], year: 2018 });
  expect(titleKeys('2048')).toMatchObject({ names: ['2048'], year: null });
});

test('leaves trademark signs out', () => {
  expect(titleKeys('FINAL FANTASY II™')).toEqual(titleKeys('Final Fantasy II'));
});

test.each([
  ['Final Fantasy VII', 'FINAL FANTASY Ⅶ'],
  ['Final Fantasy VII', 'Final Fantasy 7'],
  ['Legend of Zelda, The: Ocarina of Time', 'The Legend of Zelda: Ocarina of Time'],
  ['The Elder Scrolls V: Skyrim Special Edition', 'The Elder Scrolls V: Skyrim'],
  ['The Elder Scrolls V - Skyrim', 'The Elder Scrolls V: Skyrim'],
  ['Resident Evil 2 Remake', 'Resident Evil 2'],
  ['The Witcher 3: Wild Hunt – Game of the Year Edition', 'The Witcher 3: Wild Hunt'],
  ['Hades Ⅱ', 'Hades 2'],
])('gives %s and %s the same key', (written, title) => {
  expect(titleKeys(written).loose).toBe(titleKeys(title).loose);
});

test('keeps titles apart that only look like editions', () => {
  expect(titleKeys('Rebel Galaxy Outlaw').loose).not.toBe(titleKeys('Rebel Galaxy').loose);
  expect(titleKeys('N++').names).not.toEqual(titleKeys('N+').names);
});

test('keeps the words of a title that consists of edition words', () => {
  expect(titleKeys('Remaster').short).toBe('remaster');
  expect(titleKeys('The').loose).not.toBe('');
});
