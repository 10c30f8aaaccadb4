import { expect, test } from 'vitest';
import { ProviderFault } from '../provider-fault.ts';
import { readResponse } from './response.ts';

const read = (status: number, body: unknown) =>
  readResponse({ status, text: typeof body === 'string' ? body : JSON.stringify(body), retryAfterMs: null });

const kindOf = (status: number, body: unknown) => {
  try {
    read(status, body);
    return 'no fault';
  } catch (error) {
    return error instanceof ProviderFault ? error.kind : 'another error';
  }
};

const error = { limit: 0, offset: 0, number_of_page_results: 0, number_of_total_results: 0, results: [] };

test('reads a successful response, even with the total as text', () => {
  expect(read(200, { error: 'OK', status_code: 1, number_of_total_results: '20', results: [1] })).toMatchObject({
    number_of_total_results: 20,
    results: [1],
  });
});

test("reports an unknown game by Giant Bomb's own status only", () => {
  expect(read(200, { ...error, error: 'Object Not Found', status_code: 101 })).toBeNull();
  expect(kindOf(404, '<html>Not Found</html>')).toBe('malformed');
});

test.each([
  ['a refused key', 401, { ...error, error: 'Invalid API Key', status_code: 100 }, 'key-refused'],
  ['a limit', 420, '', 'too-many-requests'],
  ['a limit', 429, '{}', 'too-many-requests'],
  ['a limit in a good answer', 200, { ...error, status_code: 107 }, 'too-many-requests'],
  ['another fault', 200, { ...error, status_code: 104 }, 'unavailable'],
  ['a broken server', 500, '{"message":"x"}', 'unavailable'],
  ['an error page', 200, '<!doctype html>', 'malformed'],
  ['a body cut short', 200, '{"error":"OK","res', 'malformed'],
  ['another form', 200, [1, 2], 'malformed'],
])('recognizes %s', (_, status, body, kind) => {
  expect(kindOf(status, body)).toBe(kind);
});
