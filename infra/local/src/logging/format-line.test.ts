import { describe, expect, it } from 'vitest';
import { formatLine } from './format-line.ts';

const plain = { form: 'pretty', colour: false } as const;

describe('a JSON line', () => {
  it('shows time, level, process, message and relevant fields', () => {
    const line = JSON.stringify({
      level: 'info',
      time: '2026-01-02T03:04:05.678Z',
      pid: 1,
      hostname: 'box',
      service: 'auth',
      applied: ['users'],
      took: 12,
      msg: 'The database was migrated',
    });
    const local = new Date('2026-01-02T03:04:05.678Z').toTimeString().slice(0, 8);
    expect(formatLine('auth', line, plain)).toBe(
      `${local} info  auth      The database was migrated applied=["users"] took=12`,
    );
  });

  it('shows the stack of an error on separate lines', () => {
    const line = JSON.stringify({ level: 'error', time: 0, msg: 'Failed', err: { stack: 'Error: boom\n    at here' } });
    expect(formatLine('media', line, plain).split('\n').slice(1)).toEqual(['  Error: boom', '      at here']);
  });

  it('is passed through unchanged when JSON is requested', () => {
    expect(formatLine('auth', '{"level":"info"}', { form: 'json', colour: true })).toBe('{"level":"info"}');
  });
});

it('prefixes any other line with the process name', () => {
  expect(formatLine('gateway', 'Wrong settings', plain)).toBe('gateway   Wrong settings');
  expect(formatLine('gateway', '{ not json', plain)).toBe('gateway   { not json');
});

it('gives a process name the same color in every line, and only when color is requested', () => {
  const [one, other] = ['a', 'b'].map((line) => formatLine('auth', line, { form: 'pretty', colour: true }));
  expect(one?.slice(0, -1)).toBe(other?.slice(0, -1));
  expect(one).toContain('\u001b[');
});
