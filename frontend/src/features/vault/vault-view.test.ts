import { expect, test } from 'vitest';
import { addressOfView, maxQuery, readVaultView, type VaultView, writeVaultView } from './vault-view.ts';

const read = (query: string) => readVaultView(new URLSearchParams(query));
const first: VaultView = { view: 'cards', sort: 'title', order: 'newest', console: null, query: '', filters: {} };

test('shows cards by title on a first visit, with an empty address', () => {
  expect(read('')).toEqual(first);
  expect(String(writeVaultView(first))).toBe('');
});

test.each<Partial<VaultView>>([
  { query: 'zelda & "link" #1?' },
  { view: 'list' },
  { sort: 'rating' },
  { sort: 'recent', order: 'oldest' },
  { sort: 'console', console: 'PlayStation 4' },
  { view: 'list', sort: 'status', query: 'ゼルダ' },
  { filters: { status: { only: ['playing', 'completed'], not: [] }, platform: { only: [], not: ['pc'] } } },
  { filters: { platform: { only: ['a,b%2c', '任天堂'], not: ['x-y'] } }, query: 'a,b', sort: 'rating' },
])('restores %j from its address', (changes) => {
  const view = { ...first, ...changes };
  expect(read(String(writeVaultView(view)))).toEqual(view);
});

test('writes order and console only where they apply', () => {
  expect(String(writeVaultView({ ...first, order: 'oldest', console: 'PC' }))).toBe('');
});

test('shows the default view for an invalid address', () => {
  expect(read('view=tiles&sort=price&order=sideways&console=&q=')).toEqual(first);
});

test('writes filters readably', () => {
  const filters = { status: { only: ['playing', 'completed'], not: [] }, rating: { only: [], not: ['none', '1-4'] } };
  expect(addressOfView({ ...first, filters })).toBe('status=playing,completed&-rating=none,1-4');
});

test('drops invalid filters: empty, duplicate, on both sides, too long, too many', () => {
  const many = Array.from({ length: 99 }, (_, at) => `p${at}`);
  const { filters } = read(
    `status=,,playing,playing&-status=playing&hours=&year=${'x'.repeat(999)}&colour=red&platform=${many}`,
  );
  expect(filters).toEqual({
    status: { only: ['playing'], not: [] },
    platform: { only: many.slice(0, 30), not: [] },
  });
});

test('truncates an overlong query', () => {
  expect(read(`q=${'x'.repeat(5000)}`).query).toHaveLength(maxQuery);
});
