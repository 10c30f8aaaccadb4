import { expect, test } from 'vitest';
import { isFilledByBot, refuseTooFast } from './routes.ts';

const now = Date.UTC(2026, 0, 1);
const form = (age: number, hidden: unknown = '') => ({
  form_timestamp: now - age,
  honeypot_field: 'company_1234',
  company_1234: hidden,
});

test('detects any content of the hidden field', () => {
  expect(isFilledByBot(form(5000))).toBe(false);
  expect(isFilledByBot(form(5000, 'ACME'))).toBe(true);
  expect(isFilledByBot(form(5000, ' '))).toBe(true);
});

test.each([0, 1, 999])('refuses a form sent %i ms after it was loaded, with a message', (age) => {
  expect(() => refuseTooFast(form(age), now)).toThrow('Please wait a moment and try again.');
});

test.each([1000, 60_000, 10 * 365 * 86_400_000, -1, -3_600_000])('accepts a form of age %i ms', (age) => {
  expect(() => refuseTooFast(form(age), now)).not.toThrow();
});
