import { expect, test } from 'vitest';
import { newAccount } from './user.ts';

const form = { username: 'ada_1815', email: 'ada@example.org', first_name: null, last_name: null };

test('creates an active, public account with version 1', () => {
  expect(newAccount(form)).toMatchObject({ isActive: true, privacy: 'public', version: 1, firstName: null });
});

test('trims and composes names and drops blank ones', () => {
  const account = newAccount({ ...form, first_name: ' Ame\u0301lie ', last_name: '   ' });
  expect(account).toMatchObject({ firstName: 'Am\u00e9lie', lastName: null });
});

test('creates time-ordered UUIDs', () => {
  const [first, second] = [newAccount(form).id, newAccount(form).id];
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(second.slice(0, 8) >= first.slice(0, 8)).toBe(true);
});
