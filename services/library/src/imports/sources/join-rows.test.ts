import type { ImportedFields } from '@nightshelf/contracts/imports.ts';
import { expect, test } from 'vitest';
import { joinRows } from './join-rows.ts';

const row = (fields: Partial<ImportedFields>): ImportedFields => ({
  ...{ title: 'Celeste', year: null, guid: null, status: null, rating: null, hours_played: null, platform_id: null },
  ...{ tags: null, is_shared: null, date_added: null },
  ...fields,
});

test("keeps the most specific fields of a game's rows", () => {
  const backlog = row({ status: 'want_to_play', platform_id: 94, date_added: '2020-01-01T12:00:00.000Z', tags: ['a'] });
  const completed = row({ status: 'completed', platform_id: 157, hours_played: 12, rating: 10, tags: ['a', 'b'] });
  expect(joinRows([backlog, completed])).toMatchObject({
    ...{ status: 'completed', platform_id: 157, hours_played: 12, rating: 10, tags: ['a', 'b'] },
    date_added: '2020-01-01T12:00:00.000Z',
  });
});

test('adds up the hours of several playthroughs', () => {
  expect(joinRows([row({ hours_played: 3 }), row({ hours_played: 2.5 })]).hours_played).toBe(5.5);
});

test('counts a repeated row once', () => {
  expect(joinRows([row({ hours_played: 3 }), row({ hours_played: 3 })]).hours_played).toBe(3);
});
