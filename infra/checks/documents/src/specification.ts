import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';

/** Parts of docs/specification.md that tests refer to, by the number of their section. */
export const parts = [
  '2 Routes and guard',
  '2 Layout',
  '2 Home',
  '2 Login',
  '2 Register',
  '2 Search results',
  '2 Game detail',
  '2 Vault',
  '2 Profile',
  '2 Find Users',
  '2 User profile',
  '4 States',
  '5 Login',
  '5 Registration',
  '5 Add and edit forms',
  '5 Searches',
  '8 Errors',
  '9 Limits',
] as const;

/** A row of the specification and the tests that cover it. */
export interface Row {
  readonly part: (typeof parts)[number];
  readonly text: string;
  readonly tests: readonly string[];
}

/** Rows that no browser can show. */
const otherRows: readonly Row[] = [
  {
    part: '4 States',
    text: 'Status sort order: playing, want_to_play, completed, collection, dropped ... then others',
    tests: ['frontend/src/entities/status/statuses.test.ts'],
  },
  {
    part: '9 Limits',
    text: 'Proxy timeout 30 s; six proxy options in order',
    tests: ['services/catalog/test/route-timeout.nightly.test.ts', 'services/catalog/src/providers/route-list.test.ts'],
  },
];

/** Rows that browser tests name, and the others. */
export function allRows(): readonly Row[] {
  const files = globSync('frontend/e2e/**/*.spec.ts', { cwd: checkoutRoot }).sort();
  return [...files.flatMap((file) => rowsIn(file, readFileSync(join(checkoutRoot, file), 'utf8'))), ...otherRows];
}

/**
 * Rows that comments above tests name: `// Specification <part>: <text>`, continued after three spaces.
 * Where a loop makes several tests, `[words of the title]` at the end names one.
 * @throws when a comment names an unknown part or is not above a test
 */
export function rowsIn(file: string, source: string): readonly Row[] {
  const lines = source.split('\n');
  return [...source.matchAll(/^ *\/\/ Specification (.+(?:\n *\/\/ {3}.+)*)/gm)].map(({ index, 1: comment = '' }) => {
    const text = comment.replaceAll(/\n *\/\/ +/g, ' ');
    const part = parts.find((one) => text.startsWith(`${one}: `));
    if (!part) throw new Error(`${file}: the specification has no such part: ${text}`);
    const first = source.slice(0, index).split('\n').length;
    const test = lines.findIndex((line, at) => at >= first && !line.trim().startsWith('//'));
    if (!/^\s*test\b/.test(lines[test] ?? '')) throw new Error(`${file}: no test below: ${text}`);
    return { part, text: text.slice(part.length + 2), tests: [`${file}:${test + 1}`] };
  });
}
