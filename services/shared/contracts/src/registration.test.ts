import { expect, test } from 'vitest';
import { loginPayload } from './credentials.ts';
import { registrationPayload } from './registration.ts';

const good = {
  username: 'ada_1815',
  email: 'ada@example.org',
  password: 'Analytical#1',
  confirm_password: 'Analytical#1',
  first_name: null,
  last_name: null,
  form_timestamp: 1_767_225_600_000,
  honeypot_field: 'company_1234',
  company_1234: '',
};

const messages = (payload: object, schema: typeof registrationPayload | typeof loginPayload = registrationPayload) => {
  const result = schema.safeParse(payload);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

test('accepts a complete registration, with or without underscore in the hidden field', () => {
  expect(messages(good)).toEqual([]);
  expect(messages({ ...good, honeypot_field: 'website_url0042', website_url0042: '' })).toEqual([]);
});

test('trims an email address and rejects a blank one', () => {
  expect(registrationPayload.parse({ ...good, email: ' ada@example.org\n' }).email).toBe('ada@example.org');
  expect(messages({ ...good, email: '  ' })).toContain('email: Email is required');
});

test.each([
  [{ username: undefined }, 'username: Username is required'],
  [{ username: '' }, 'username: Username is required'],
  [{ username: 'ab' }, 'username: Username must be at least 3 characters'],
  [{ username: 'a'.repeat(21) }, 'username: Username must be less than 20 characters'],
  [{ username: 'ada lovelace' }, 'username: Username can only contain letters, numbers, and underscores'],
  [{ email: '' }, 'email: Email is required'],
  [{ email: 'ada@' }, 'email: Invalid email address'],
  [{ password: 'Short#1' }, 'password: Password must be at least 8 characters'],
  [{ password: 'analytical#1' }, 'password: Password must contain at least one uppercase letter'],
  [{ password: 'ANALYTICAL#1' }, 'password: Password must contain at least one lowercase letter'],
  [{ password: 'Analytical#' }, 'password: Password must contain at least one number'],
  [{ password: 'Analytical1' }, 'password: Password must contain at least one special character'],
  [{ confirm_password: '' }, 'confirm_password: Please confirm your password'],
  [{ confirm_password: 'Analytical#2' }, 'confirm_password: Passwords must match'],
  [{ first_name: 'a'.repeat(51) }, 'first_name: First name must be less than 50 characters'],
  [{ last_name: 'a'.repeat(51) }, 'last_name: Last name must be less than 50 characters'],
])('rejects %j: %s', (change, message) => {
  expect(messages({ ...good, ...change })).toContain(message);
});

test.each([
  { honeypot_field: undefined },
  { honeypot_field: 'nickname_1234', nickname_1234: '' },
  { honeypot_field: 'company_12345', company_12345: '' },
  { company_1234: undefined },
  { company_1234: 7 },
])('rejects a form without its hidden field: %j', (change) => {
  expect(messages({ ...good, ...change }).join()).toContain('honeypot_field');
});

test.each([
  [{ username_or_email: '' }, 'username_or_email: Username or email is required'],
  [{ username_or_email: 'ab' }, 'username_or_email: Must be at least 3 characters'],
  [{ password: '' }, 'password: Password is required'],
  [{ password: 'short' }, 'password: Password must be at least 8 characters'],
])('rejects a sign-in with %j: %s', (change, message) => {
  expect(messages({ username_or_email: 'ada', password: 'Analytical#1', ...change }, loginPayload)[0]).toBe(message);
});
