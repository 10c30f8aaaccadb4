/** Parts of the product's specification, by the number of their section. */
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

export type Part = (typeof parts)[number];

/** A row of the specification and the position of its test. */
export interface Row {
  readonly part: Part;
  readonly text: string;
  /** A part of the test's title, when one line creates several tests. */
  readonly title: string | null;
  /** Line of the test, counted from 1. */
  readonly line: number;
}

/**
 * Returns the rows that comments above browser tests name: `// Specification <part>: <row>`, with `[<part of the title>]`
 * at the end where one line creates several tests. Indented comment lines continue a row.
 * @throws when a comment names an unknown part, or has no test below
 */
export function rowsIn(source: string): readonly Row[] {
  const lines = source.split('\n');
  return lines.flatMap((line, at) => {
    const [, start] = /^\s*\/\/ Specification (.+)$/.exec(line) ?? [];
    if (start === undefined) return [];
    const below = lines.slice(at + 1);
    const more: string[] = [];
    for (const next of below) {
      const [, text] = /^\s*\/\/ {3}(.+)$/.exec(next) ?? [];
      if (text === undefined) break;
      more.push(text);
    }
    const test = below.findIndex((next) => !next.trim().startsWith('//'));
    if (!/^\s*test\b/.test(below[test] ?? '')) throw new Error(`No test below: ${line.trim()}`);
    return { ...parse([start, ...more].join(' ')), line: at + test + 2 };
  });
}

function parse(comment: string): Omit<Row, 'line'> {
  const part = parts.find((one) => comment.startsWith(`${one}: `));
  if (part === undefined) throw new Error(`The specification has no such part: ${comment}`);
  const [, text = '', title = null] = /^(.*?)(?: \[([^\]]+)\])?$/.exec(comment.slice(part.length + 2)) ?? [];
  return { part, text, title };
}
