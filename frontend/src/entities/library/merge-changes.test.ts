import { expect, test } from 'vitest';
import { anEntry } from '../../test/builders.ts';
import { changedFields, mergeChanges } from './merge-changes.ts';

const base = anEntry({ rating: 5, hours_played: 1 });

test('counts only fields that differ from the opened form as changes', () => {
  const fields = { status: base.status, rating: 6, hours_played: 1, platform_id: null };
  expect(changedFields(base, fields)).toEqual({ rating: 6 });
  expect(changedFields(base, { ...fields, rating: 5 })).toEqual({});
});

test.each([
  ['stores fields that no other device has changed', { hours_played: 4 }, { rating: 9 }, { hours_played: 4 }, {}],
  ['what was changed elsewhere to something else is asked about', { rating: 6 }, { rating: 9 }, {}, { rating: 6 }],
  ['what was changed elsewhere to the same is done', { rating: 9 }, { rating: 9 }, {}, {}],
  ['each field stands for itself', { rating: 6, hours_played: 4 }, { rating: 9 }, { hours_played: 4 }, { rating: 6 }],
  ['what was emptied elsewhere was changed too', { rating: 6 }, { rating: null }, {}, { rating: 6 }],
])('%s', (_, mine, theirs, apart, touching) => {
  expect(mergeChanges(base, mine, { ...base, ...theirs, version: 2 })).toEqual({ apart, touching });
});

test('compares lists by their items and treats a missing list as empty', () => {
  const tagged = { ...base, tags: ['rpg'] };
  expect(changedFields(base, { tags: [] })).toEqual({});
  expect(changedFields(tagged, { tags: ['rpg'] })).toEqual({});
  const now = { ...tagged, tags: ['rpg', 'short'], version: 2 };
  expect(mergeChanges(tagged, { tags: ['rpg', 'couch'] }, now)).toEqual({
    apart: {},
    touching: { tags: ['rpg', 'couch'] },
  });
  expect(mergeChanges(tagged, { tags: [] }, { ...tagged, rating: 9, version: 2 })).toEqual({
    apart: { tags: [] },
    touching: {},
  });
});

test("does not conflict with the user's own earlier change that failed", () => {
  const seen = { ...base, rating: 6 };
  expect(mergeChanges(seen, { rating: 7 }, base)).toEqual({ apart: { rating: 7 }, touching: {} });
});
