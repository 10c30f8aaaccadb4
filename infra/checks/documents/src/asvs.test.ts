import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import requirements from './asvs-requirements.json' with { type: 'json' };

const folder = join(import.meta.dirname, '../../../../docs/security');
const text = readFileSync(join(folder, 'asvs.md'), 'utf8');

const states = ['holds', 'deviates', 'open', 'n/a'] as const;
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Lines of a table whose first cell is an id or a level. */
const lines = text.split('\n').filter((line) => /^\| \d/.test(line));
const rows = lines.filter((line) => /^\| \d+\.\d/.test(line)).map(cellsOf);
const counts = lines.filter((line) => /^\| \d +\|/.test(line)).map((line) => cellsOf(line).map(Number));

test('the table lists every requirement of levels 1 and 2 once, with its level', () => {
  const expected = Object.entries(requirements).flatMap(([level, ids]) => ids.map((id) => `${id} ${level}`));
  expect(expected).toHaveLength(253);
  expect(rows.map(([id, level]) => `${id} ${level}`).toSorted()).toEqual(expected.toSorted());
});

test('every requirement has a state and evidence', () => {
  expect(rows.filter(([, , state = '', evidence = '']) => !states.some((one) => one === state) || !evidence)).toEqual(
    [],
  );
});

test('the counts above the table are correct', () => {
  const counted = ['1', '2'].map((level) => {
    const ofLevel = rows.filter(([, one]) => one === level);
    return [
      Number(level),
      ...states.map((state) => ofLevel.filter(([, , one]) => one === state).length),
      ofLevel.length,
    ];
  });
  expect(counts).toEqual(counted);
});

test('the text above the table names exactly the deviating and open requirements', () => {
  const named = [...text.matchAll(/^- \*\*([\d., ]+)\*\*/gm)].flatMap(([, ids = '']) => ids.split(', '));
  const deviating = rows.filter(([, , state]) => state === 'deviates' || state === 'open').map(([id]) => id);
  expect(named.toSorted()).toEqual(deviating.toSorted());
});

test('every linked file exists', () => {
  const links = rows.flatMap(([, , , evidence = '']) =>
    [...evidence.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => link),
  );
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([]);
});
