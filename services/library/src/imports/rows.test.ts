import type { MergeRule } from '@nightshelf/contracts/import-rules.ts';
import type { ImportedFields } from '@nightshelf/contracts/imports.ts';
import { expect, test } from 'vitest';
import type { EntryChange, UserFields } from '../entries/entry.ts';
import { changeOf } from './rows.ts';
import { joinRows } from './sources/join-rows.ts';

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

test.each<[MergeRule, EntryChange]>([
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

const row = (fields: Partial<ImportedFields>): ImportedFields => ({ ...nothing, ...fields });

test("keeps the most specific fields of a game's rows", () => {
  const backlog = row({ status: 'want_to_play', platform_id: 94, date_added: '2020-01-01T12:00:00.000Z', tags: ['a'] });
  const completed = row({ status: 'completed', platform_id: 157, hours_played: 12, rating: 10, tags: ['a', 'b'] });
  expect(joinRows([backlog, completed])).toMatchObject({
    ...{ status: 'completed', platform_id: 157, hours_played: 12, rating: 10, tags: ['a', 'b'] },
    date_added: '2020-01-01T12:00:00.000Z',
  });
});

test('adds up the hours of several playthroughs, and counts a repeated row once', () => {
  const hours = [3, 2.5, 3].map((hours_played) => row({ hours_played }));
  expect(joinRows(hours).hours_played).toBe(5.5);
});
