import { expect, test } from 'vitest';
import { Entry, type NewEntry } from './entry.ts';

const said = { status: 'playing', rating: 8, hours_played: 1.5, platform_id: 94 } as const;
const fields: NewEntry = { ...said, tags: ['rpg'] };
const someEntry = () => Entry.add('0195f3f0-0000-7000-8000-000000000002', '3030-1', fields);

test('starts unshared at version 1', () => {
  expect(someEntry().state()).toMatchObject({ ...said, guid: '3030-1', is_shared: false });
  expect(someEntry().version).toBe(1);
});

test('keeps fields that a change omits', () => {
  const entry = someEntry();
  expect(entry.change({ rating: null })).toBe(true);
  expect(entry.state()).toMatchObject({ ...said, rating: null });
  expect(entry.version).toBe(2);
});

test('leaves the version unchanged when a change has no effect', () => {
  const entry = someEntry();
  expect(entry.change({ ...fields, is_shared: false })).toBe(false);
  expect(entry.version).toBe(1);
});

test("replaces 'not_listed' with a platform id and back", () => {
  const entry = someEntry();
  entry.change({ platform_id: 'not_listed' });
  expect(entry.state().platform_id).toBe('not_listed');
  entry.change({ platform_id: 139 });
  expect(entry.state().platform_id).toBe(139);
  entry.change({ platform_id: null });
  expect(entry.state().platform_id).toBeNull();
});
