import { expect, test } from 'vitest';
import { rowsIn } from './rows.ts';

test('reads rows above their test, also over several lines', () => {
  const source = [
    "import { test } from './support.ts';",
    '// Specification 2 Home: Videos of the day',
    '// Specification 8 Errors: Videos: server message, or a default',
    '//   text',
    '// An unrelated comment.',
    "test('videos', async () => {});",
  ].join('\n');
  expect(rowsIn(source)).toEqual([
    { part: '2 Home', text: 'Videos of the day', title: null, line: 6 },
    { part: '8 Errors', text: 'Videos: server message, or a default text', title: null, line: 6 },
  ]);
});

test('selects one of several tests of a line by a part of its title', () => {
  const source = '  // Specification 2 Login: /login: open [/login is]\n  test(titleOf(route), () => {});';
  expect(rowsIn(source)).toEqual([{ part: '2 Login', text: '/login: open', title: '/login is', line: 2 }]);
});

test('rejects unknown parts, and rows without a test', () => {
  expect(() => rowsIn("// Specification 3 Home: Videos\ntest('videos', () => {});")).toThrow('3 Home');
  expect(() => rowsIn('// Specification 2 Home: Videos\n\nconst page = 1;')).toThrow('No test below');
});
