import { describe, expect, test } from 'vitest';
import { honeypotName, registrationBody, registrationForm } from './registration-form.ts';

const good = {
  first_name: '',
  last_name: '',
  username: 'night_owl',
  email: 'owl@example.org',
  password: 'Passw0rd!',
  confirm_password: 'Passw0rd!',
};

/** Returns the first message of each field. */
function faultsOf(changes: Partial<typeof good>): Record<string, string> {
  const result = registrationForm.safeParse({ ...good, ...changes });
  const faults: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) faults[String(path[0])] ??= message;
  return faults;
}

describe('registration rules', () => {
  test('accept a valid form', () => expect(faultsOf({})).toEqual({}));

  test.each([
    ['username', '', 'Username is required'],
    ['username', 'ab', 'Username must be at least 3 characters'],
    ['username', 'a'.repeat(21), 'Username must be less than 20 characters'],
    ['username', 'a b c', 'Username can only contain letters, numbers, and underscores'],
    ['email', '', 'Email is required'],
    ['email', 'owl@', 'Invalid email address'],
    ['password', 'Pa0!', 'Password must be at least 8 characters'],
    ['password', 'passw0rd!', 'Password must contain at least one uppercase letter'],
    ['password', 'PASSW0RD!', 'Password must contain at least one lowercase letter'],
    ['password', 'Password!', 'Password must contain at least one number'],
    ['password', 'Passw0rds', 'Password must contain at least one special character'],
    ['confirm_password', '', 'Please confirm your password'],
    ['confirm_password', 'Passw0rd?', 'Passwords must match'],
    ['first_name', 'a'.repeat(51), 'First name must be less than 50 characters'],
    ['last_name', 'a'.repeat(51), 'Last name must be less than 50 characters'],
  ])('reject %s %j with "%s"', (field, value, message) => expect(faultsOf({ [field]: value })[field]).toBe(message));

  test('reports different passwords even when another field is invalid', () => {
    expect(faultsOf({ username: '', confirm_password: 'other' })).toEqual({
      username: 'Username is required',
      confirm_password: 'Passwords must match',
    });
  });
});

test('generates one of the four names plus 4 digits for the hidden field', () => {
  for (const random of [0, 0.26, 0.51, 0.76, 0.9999]) {
    expect(honeypotName(() => random)).toMatch(/^(company|phone_number|website_url|referrer)_\d{4}$/);
  }
});

test('sends empty names as null, and the hidden field under its own name', () => {
  const honeypot = { name: 'referrer_4711', value: '' };
  const body = registrationBody({ ...good, first_name: ' Ada ' }, { openedAt: 1_700_000_000_000, honeypot });
  expect(body).toEqual({
    ...good,
    first_name: 'Ada',
    last_name: null,
    form_timestamp: 1_700_000_000_000,
    honeypot_field: 'referrer_4711',
    referrer_4711: '',
  });
});
