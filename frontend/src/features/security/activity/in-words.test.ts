import { expect, test } from 'vitest';
import { inWords, isRefusal } from './in-words.ts';

test.each([
  ['signed_in', null, 'Signed in'],
  ['signed_in', 'Demo ID', 'Signed in with Demo ID'],
  ['session_ended', 'Firefox on Windows', 'Ended the session on Firefox on Windows'],
  ['identity_linked', null, 'Linked an account'],
  ['privacy_changed', 'private', 'Set privacy to private'],
  ['password_change_refused', null, 'Failed password change'],
] as const)('reads %s of %j as: %s', (kind, detail, text) => expect(inWords({ kind, detail })).toBe(text));

test('marks refused sign-ins', () => {
  expect(isRefusal({ kind: 'sign_in_refused' })).toBe(true);
  expect(isRefusal({ kind: 'signed_in' })).toBe(false);
});
