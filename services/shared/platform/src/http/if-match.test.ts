import { expect, test } from 'vitest';
import { versionWanted } from './headers.ts';

test('accepts one version in quotes, from the header or the body', () => {
  expect(versionWanted('"7"')).toBe(7);
  expect(versionWanted(' "2147483647" ')).toBe(2_147_483_647);
  expect(versionWanted(undefined, 7)).toBe(7);
  expect(versionWanted('"7"', 7)).toBe(7);
});

test("uses the body's version when the header is absent or a star", () => {
  expect(versionWanted(undefined)).toBeNull();
  expect(versionWanted('*')).toBeNull();
  expect(versionWanted('*', 7)).toBe(7);
});

test.each(['', '7', '"0"', '"-1"', '"07"', '"1.5"', '"a"', 'W/"7"', '"1", "2"', '"7', '"2147483648"', '"99999999999"'])(
  'rejects the malformed header %j',
  (header) => {
    expect(() => versionWanted(header)).toThrow(expect.objectContaining({ status: 400, code: 'request.if_match' }));
  },
);

test('rejects a header and a body that differ, naming the field', () => {
  expect(() => versionWanted('"7"', 8)).toThrow(
    expect.objectContaining({ status: 422, errors: { if_version: ['Differs from If-Match'] } }),
  );
});
