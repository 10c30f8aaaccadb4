/** Numbers and tables for people to read. */

const steps = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** Three digits at most, since no figure here is better than that. */
export const short = (value: number) =>
  Number.isFinite(value) ? Number(value.toPrecision(value >= 100 ? 3 : 2)).toLocaleString('en-US') : 'never';

export const bytes = (value: number) => {
  const [size, unit] = steps.find(([least]) => value >= least) ?? [1, ''];
  return `${short(value / size)} ${unit === 'k' ? 'K' : unit}B`;
};

export const people = (value: number) => {
  if (!Number.isFinite(value)) return 'never';
  if (value >= 1e9) return `${short(value / 1e9)} billion`;
  return value >= 1e6 ? `${short(value / 1e6)} million` : short(value);
};

export const percent = (share: number) => `${short(share * 100)} %`;

export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'for ever';
  if (seconds < 1) return `${short(seconds * 1000)} ms`;
  if (seconds < 120) return `${short(seconds)} s`;
  if (seconds < 7200) return `${short(seconds / 60)} min`;
  return seconds < 172_800 ? `${short(seconds / 3600)} h` : `${short(seconds / 86_400)} days`;
}

/** With columns as wide as their widest cell; the first is text, the others end alike unless they are text, too. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, head.map(() => ''), ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[], isHead: boolean) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        const isNumber = column > 0 && rows.every((row) => /^([<−-]?\d|never|for ever|$)/.test(row[column] ?? ''));
        return isNumber ? cell.padStart(width) : cell.padEnd(isHead || column < cells.length - 1 ? width : 0);
      })
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [line(head, true), rule, ...rows.map((row) => line(row, false))].join('\n');
}
