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

/** A row of the specification, and where the test stands that shows it. */
export interface Row {
  readonly part: Part;
  readonly says: string;
  /** Of several tests that one line makes, what the title of the one has that is meant. */
  readonly titled: string | null;
  /** Of the test, counted from 1. */
  readonly line: number;
}

const begins = /^\s*\/\/ Specification (.+)$/;
const goesOn = /^\s*\/\/ {3}(.+)$/;

/**
 * Rows that comments of a file of browser tests name: `// Specification <part>: <row>`, just above the test, with
 * `[<words of its title>]` at the end where one line makes several tests.
 * @throws when a comment names a part that there is not, or stands above no test
 */
export function rowsIn(source: string): readonly Row[] {
  const lines = source.split('\n');
  return lines.flatMap((first, at) => {
    const [, begun] = begins.exec(first) ?? [];
    if (begun === undefined) return [];
    const rest = lines.slice(at + 1);
    const more = rest
      .slice(
        0,
        until(rest, (line) => !goesOn.test(line)),
      )
      .map((line) => goesOn.exec(line)?.[1]);
    const below = until(rest, (line) => !line.trim().startsWith('//'));
    if (!/^\s*test\b/.test(rest[below] ?? '')) throw new Error(`No test stands below: ${first.trim()}`);
    return { ...read([begun, ...more].join(' ')), line: at + below + 2 };
  });
}

function until(lines: readonly string[], ends: (line: string) => boolean): number {
  const found = lines.findIndex(ends);
  return found < 0 ? lines.length : found;
}

function read(text: string): Omit<Row, 'line'> {
  const part = parts.find((one) => text.startsWith(`${one}: `));
  if (part === undefined) throw new Error(`The specification has no such part: ${text}`);
  const [, says = '', titled = null] = /^(.*?)(?: \[([^\]]+)\])?$/.exec(text.slice(part.length + 2)) ?? [];
  return { part, says, titled };
}
