import { expect, test } from 'vitest';
import { maxQuery, readVaultView, type VaultView, writeVaultView } from './vault-view.ts';

const read = (query: string) => readVaultView(new URLSearchParams(query));
const first: VaultView = { view: 'cards', sort: 'title', order: 'newest', console: null, query: '' };

test('a first visit shows cards by title, and leaves the address bare', () => {
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
])('%j comes back from the address as it went in', (changes) => {
  const view = { ...first, ...changes };
  expect(read(String(writeVaultView(view)))).toEqual(view);
});

test('order and console are in the address only where they count', () => {
  expect(String(writeVaultView({ ...first, order: 'oldest', console: 'PC' }))).toBe('');
});

test('an address that makes no sense shows what a first visit does', () => {
  expect(read('view=tiles&sort=price&order=sideways&console=&q=')).toEqual(first);
});

test('an endless query is cut', () => {
  expect(read(`q=${'x'.repeat(5000)}`).query).toHaveLength(maxQuery);
});
