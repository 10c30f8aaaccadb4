import { expect, test } from 'vitest';
import { rowsIn } from './rows.ts';

test('rows stand above their test, and may go on over lines', () => {
  const source = [
    "import { test } from './support.ts';",
    '// Specification 2 Home: Videos of the day',
    '// Specification 8 Errors: Videos: server message, or what is said',
    '//   without one',
    '// A remark of no row.',
    "test('videos', async () => {});",
  ].join('\n');
  expect(rowsIn(source)).toEqual([
    { part: '2 Home', says: 'Videos of the day', titled: null, line: 6 },
    { part: '8 Errors', says: 'Videos: server message, or what is said without one', titled: null, line: 6 },
  ]);
});

test('of several tests that one line makes, words of the title say which is meant', () => {
  const source = '  // Specification 2 Login: /login: open [/login is]\n  test(titleOf(route), () => {});';
  expect(rowsIn(source)).toEqual([{ part: '2 Login', says: '/login: open', titled: '/login is', line: 2 }]);
});

test('a part that there is not, and a row above no test, are refused', () => {
  expect(() => rowsIn("// Specification 3 Home: Videos\ntest('videos', () => {});")).toThrow('3 Home');
  expect(() => rowsIn('// Specification 2 Home: Videos\n\nconst page = 1;')).toThrow('No test');
});
