import type { MergeRule } from '@nightshelf/contracts/import-rules.ts';
import type { ImportedFields } from '@nightshelf/contracts/imports.ts';
import { expect, test } from 'vitest';
import type { UserFields } from '../entries/entry.ts';
import { type Change, changeOf } from './rows.ts';

const nothing: ImportedFields = {
  ...{ title: 'A game', year: null, guid: 'igdb-1', status: null, rating: null, hours_played: null },
  ...{ platform_id: null, tags: null, is_shared: null, date_added: null },
};
const now: UserFields = {
  ...{ status: 'playing', rating: null, hours_played: 20, platform_id: 94, tags: ['own'], is_shared: true },
};
const given: ImportedFields = {
  ...nothing,
  ...{ status: 'completed', rating: 8, hours_played: 12, platform_id: 157, tags: ['theirs'], is_shared: false },
};

test.each<[MergeRule, Change]>([
  ['only_new', {}],
  ['fill_empty', { rating: 8 }],
  ['hours_only', { hours_played: 12 }],
  ['take_higher', { rating: 8 }],
  [
    'replace',
    { status: 'completed', rating: 8, hours_played: 12, platform_id: 157, tags: ['theirs'], is_shared: false },
  ],
])('applies the rule %s', (rule, change) => {
  expect(changeOf(rule, given, now)).toEqual(change);
  // A field that the file does not have changes nothing.
  expect(changeOf(rule, nothing, now)).toEqual({});
  expect(changeOf(rule, { ...nothing, ...now, tags: [...now.tags] }, now)).toEqual({});
});

test('takes the higher hours and the higher rating', () => {
  expect(changeOf('take_higher', { ...given, hours_played: 21, rating: 3 }, { ...now, rating: 4 })).toEqual({
    hours_played: 21,
  });
});
