import type { Figure } from './figure.ts';

export interface Result {
  readonly drill: string;
  readonly figures: readonly Figure[];
}

const mark = ({ holds }: Figure) => (holds === null ? '' : holds ? 'holds' : 'FAILS');

/** The figures of all drills as a Markdown table that is also legible as text. */
export function tableOf(results: readonly Result[]): string {
  const rows = [
    ['drill', 'what', 'seen', ''],
    ...results.flatMap(({ drill, figures }) =>
      figures.map((figure, index) =>
        [index === 0 ? drill : '', figure.what, figure.seen, mark(figure)].map((cell) => cell.replaceAll('|', '\\|')),
      ),
    ),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

export const allHold = (results: readonly Result[]) =>
  results.every(({ figures }) => figures.every(({ holds }) => holds !== false));
