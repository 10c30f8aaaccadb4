import { expect, test } from 'vitest';
import { refusalIn } from './client.ts';

const body = (message: string, reason: string, details: object[] = []) =>
  JSON.stringify({ error: { code: 0, message, errors: [{ message, reason }], details } });

const perDay = { reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_unit: '1/d/{project}' } };

test.each([
  ['the old daily quota', 403, body('The request cannot be completed.', 'quotaExceeded'), 'quota'],
  ['the new daily quota by its unit', 429, body('Quota exceeded', 'rateLimitExceeded', [perDay]), 'quota'],
  ['the new daily quota by its text', 429, body("limit 'Queries per day' of", 'rateLimitExceeded'), 'quota'],
  ['a burst', 429, body('Slow down', 'rateLimitExceeded'), 'pace'],
  ['a burst without a body that says so', 429, '<html>', 'pace'],
  ['a burst in the old form', 403, body('Too many', 'userRateLimitExceeded'), 'pace'],
  ['a wrong key', 400, body('API key not valid.', 'badRequest', [{ reason: 'API_KEY_INVALID' }]), 'key'],
  ['a key for another place', 403, body('Requests from referer <empty> are blocked.', 'forbidden'), 'key'],
  ['no rights at all', 401, '', 'key'],
])('detects %s', (_, status, text, reason) => {
  expect(refusalIn(status, text)?.reason).toBe(reason);
});

test.each([
  ['a list that is gone', 404, body('The playlist cannot be found.', 'playlistNotFound')],
  ['a list that is private', 403, body('Not accessible.', 'playlistItemsNotAccessible')],
  ['a fault of theirs', 500, '{"error":'],
])('treats %s as a failure of one channel', (_, status, text) => {
  expect(refusalIn(status, text)).toBeNull();
});
