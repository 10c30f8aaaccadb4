import { expect, test } from 'vitest';
import { registrationPayload } from './registration.ts';

const good = {
  username: 'ada_1815',
  email: 'ada@example.org',
  password: 'Analytical#1',
  confirm_password: 'Analytical#1',
  form_timestamp: 1_767_225_600_000,
  honeypot_field: 'company_1234',
  company_1234: '',
};

const messages = (payload: object) => {
  const { error } = registrationPayload.safeParse(payload);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
};

test('accepts a complete registration, with or without underscore in the hidden field', () => {
  expect(messages(good)).toEqual([]);
  expect(messages({ ...good, honeypot_field: 'website_url0042', website_url0042: '' })).toEqual([]);
});

test('trims an email address and rejects a blank one', () => {
  expect(registrationPayload.parse({ ...good, email: ' ada@example.org\n' }).email).toBe('ada@example.org');
  expect(messages({ ...good, email: '  ' })).toContain('email: Email is required');
});

// The tests of auth send the other wrong fields.
test.each([
  [{ username: '' }, 'username: Username is required'],
  [{ password: 'analytical#1' }, 'password: Password must contain at least one uppercase letter'],
  [{ password: 'ANALYTICAL#1' }, 'password: Password must contain at least one lowercase letter'],
  [{ password: 'Analytical#' }, 'password: Password must contain at least one number'],
  [{ password: 'Analytical1' }, 'password: Password must contain at least one special character'],
  [{ confirm_password: '' }, 'confirm_password: Please confirm your password'],
  [{ last_name: 'a'.repeat(51) }, 'last_name: Last name must be less than 50 characters'],
])('rejects %j: %s', (change, message) => {
  expect(messages({ ...good, ...change })).toContain(message);
});
