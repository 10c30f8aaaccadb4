import { guardedCell, vaultColumns } from '@nightshelf/contracts/whole-vault.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsOf } from '../../exports/exported-entries.ts';
import { anyEntry } from './golden/any-entry.ts';
import { nightshelf } from './sources.ts';

const options = { rating_of: 10, status: 'collection' } as const;

test('reads back every exported field', () => {
  fc.assert(
    fc.property(anyEntry, (exported) => {
      const { platform, ...rest } = exported.platform_id === null ? { ...exported, platform: null } : exported;
      const cells = Object.fromEntries(
        cellsOf({ ...rest, platform }).map((cell, at) => [vaultColumns[at] ?? '', guardedCell(cell)]),
      );
      const { given, problems } = nightshelf(cells, options);
      expect(problems).toEqual([]);
      expect(given).toEqual({ ...rest, tags: rest.tags.length > 0 ? rest.tags : null });
    }),
  );
});

test('reports cells that a spreadsheet broke and reads the rest', () => {
  const cells = {
    title: 'Tetris (1984)',
    guid: 'no guid',
    status: '???',
    rating: '12',
    hours_played: '-1',
    platform_id: 'x',
  };
  const { given, problems } = nightshelf(cells, options);
  expect(given).toMatchObject({ title: 'Tetris (1984)', year: 1984, guid: null, status: null, rating: null });
  expect(problems).toEqual([
    '"no guid" does not identify a game.',
    '"???" is not a known status.',
    'The rating "12" is not between 0 and 10.',
    '"-1" is not a number of hours.',
  ]);
});
