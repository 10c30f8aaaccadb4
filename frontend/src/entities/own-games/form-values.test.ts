import { expect, test } from 'vitest';
import { aGame } from '../../test/builders.ts';
import { readOwnGame, valuesOfGame } from './form-values.ts';
import { isOwnGuid } from './is-own-guid.ts';
import { base64Of, mostFileBytes, readCover } from './read-cover.ts';
import { ownGameTexts as texts } from './texts.ts';

const blank = { name: 'Tape Racer', year: '', platformIds: [] };

test('reads a name alone, and a name with year and platforms', () => {
  expect(readOwnGame({ ...blank, name: '  Tape Racer ' })).toEqual({
    fields: { name: 'Tape Racer', year: null, platform_ids: [] },
  });
  expect(readOwnGame({ ...blank, year: '1986', platformIds: [14, 94] })).toEqual({
    fields: { name: 'Tape Racer', year: 1986, platform_ids: [14, 94] },
  });
});

test.each([
  [{ ...blank, name: '  ' }, { name: texts.noName }],
  [{ ...blank, year: '86' }, { year: texts.badYear }],
  [{ ...blank, year: '1986.5' }, { year: texts.badYear }],
  [{ ...blank, year: 'soon' }, { year: texts.badYear }],
  [{ ...blank, platformIds: Array.from({ length: 21 }, (_, id) => id) }, { platform_ids: texts.tooManyPlatforms }],
])('reports the invalid field of %o', (values, errors) => {
  expect(readOwnGame(values)).toEqual({ errors });
});

test('starts from the saved game', () => {
  const game = aGame({ guid: 'own-1', name: 'Tape Racer', original_release_date: null, partial_release_date: '1986' });
  expect(valuesOfGame(game)).toEqual({ name: 'Tape Racer', year: '1986', platformIds: [94] });
});

test('rejects an oversized cover file without reading it, and a file that is not an image', async () => {
  const large = new File([], 'large.png');
  Object.defineProperty(large, 'size', { value: mostFileBytes + 1 });
  expect(await readCover(large)).toEqual({ fault: 'too_large' });
  expect(await readCover(new File(['text'], 'notes.png'))).toEqual({ fault: 'no_image' });
  expect(base64Of('data:image/webp;base64,UklGRg==')).toBe('UklGRg==');
});

test('distinguishes own games from all others by their guid', () => {
  expect(['own-1', 'cat-own-1', '3030-1'].map(isOwnGuid)).toEqual([true, false, false]);
});
