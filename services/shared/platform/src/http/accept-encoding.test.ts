import { expect, test } from 'vitest';
import { chooseEncoding } from './headers.ts';

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=1.0', 'gzip'],
  ['br; q=0.0', null],
  ['deflate', null],
  ['', null],
  [undefined, null],
])('Accept-Encoding %s selects %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});
