import { maxHours } from '@nightshelf/contracts/entry-rules.ts';
import { entryFields } from '@nightshelf/contracts/library-entry.ts';
import { expect, test } from 'vitest';
import { blankEntry, type EntryFormValues, newEntry, readEntryForm, valuesOf } from './entry-form-values.ts';

const blank = valuesOf(blankEntry);
const read = (values: Partial<EntryFormValues>) => readEntryForm({ ...blank, ...values });

test('reports both invalid fields together', () => {
  expect(read({ rating: '11', hours_played: '-1' })).toEqual({
    errors: { rating: 'Rating must be a whole number from 1 to 10', hours_played: 'Hours must be at least 0' },
  });
});

const ratings = ['', '0', '1', '5', '10', '11', '-1', '7.5', '1e1', 'abc'];
const hours = ['', '0', '0.5', '0.25', '-0.5', '1.5', String(maxHours), '100000', '1e2', 'abc'];

test.each([...ratings.map((rating) => ({ rating })), ...hours.map((hours_played) => ({ hours_played }))])(
  'validates %j as the contract does, with the same message',
  (values) => {
    const [field, text] = Object.entries(values)[0] ?? ['', ''];
    const number = text === '' ? null : Number(text);
    const contract = entryFields.safeParse({ ...blankEntry, [field]: number });
    const result = read(values);
    expect('fields' in result).toBe(contract.success);
    const message = contract.error?.issues[0]?.message;
    // The contract never sees NaN, since JSON cannot carry it.
    if ('errors' in result && !Number.isNaN(number)) expect(Object.values(result.errors)).toEqual([message]);
  },
);

test.each([
  blankEntry,
  { status: 'completed', rating: 9, hours_played: 41.5, platform_id: 94 } as const,
  { status: 'dropped', rating: 3, hours_played: 0.5, platform_id: 'not_listed' } as const,
])('returns %j from the form unchanged', (entry) => expect(readEntryForm(valuesOf(entry))).toEqual({ fields: entry }));

test('preselects the only platform of a game', () => {
  const arcade = { id: 84, guid: null, name: 'Arcade', abbreviation: 'ARC' };
  expect(newEntry([arcade]).platform_id).toBe(84);
  expect(newEntry([arcade, { ...arcade, id: 94 }]).platform_id).toBe(null);
  expect(newEntry([{ ...arcade, id: null }]).platform_id).toBe(null);
  expect(newEntry([])).toEqual(blankEntry);
});
