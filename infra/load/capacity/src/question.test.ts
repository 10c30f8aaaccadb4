import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { QuestionError, questionOf } from './question.ts';

test.each([
  [[], '--users is missing'],
  [['--users', 'many'], '--users is a whole number'],
  [['--users', ''], '--users is a whole number'],
  [['--users', '0'], '--users is a whole number'],
  [['--users', '1.5'], '--users is a whole number'],
  [['--users', '1e12'], '--users is a whole number'],
  [['--users', '10', '--active', '1.1'], '--active is a number from 0 to 1'],
  [['--users', '10', '--active', 'NaN'], '--active is a number from 0 to 1'],
  [['--users', '10', '--partitions', '0'], '--partitions is a whole number'],
  [['--users', '10', '--bus', 'rabbit'], '--bus is kafka or redis'],
  [['--users', '10', '--shards', '4'], "Unknown option '--shards'"],
  [['10000'], 'Unexpected argument'],
])('%j is refused, and why', (args, why) => {
  expect(() => questionOf(args)).toThrow(QuestionError);
  expect(() => questionOf(args)).toThrow(why);
});

test('what is not said is what is usual, and there are as many consumers as partitions', () => {
  const { users, consumers, partitions, bus } = questionOf(['--users', '1e6', '--partitions', '48']);
  expect({ users, consumers, partitions, bus }).toEqual({ users: 1e6, consumers: 48, partitions: 48, bus: 'kafka' });
});

test('the command ends with 2 and says how to ask', () => {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), '--users', '-1'],
    {
      encoding: 'utf8',
    },
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('Usage: npm run capacity');
});
