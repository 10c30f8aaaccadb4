import { byKind, percentile, type Recovery } from './figures.ts';
import { dot, line, picture, text } from './svg.ts';

const left = 150;
const width = 900;
const rowHeight = 20;
const top = 30;

/** For each kind a row: every fault as a dot, and its 50th, 95th and 99th percentiles, on a logarithmic scale. */
export function recoveryPlot(recoveries: readonly Recovery[]): string {
  const groups = byKind(recoveries);
  const height = top + groups.size * rowHeight + 20;
  const x = (ms: number) => left + ((Math.log10(Math.max(ms, 10)) - 1) / 4) * (width - left - 20);
  const parts = [10, 100, 1000, 10_000, 100_000].flatMap((ms) => [
    line(x(ms), top - 8, x(ms), height - 15, '#ddd'),
    text(x(ms), top - 14, ms < 1000 ? `${ms} ms` : `${ms / 1000} s`, 'middle'),
  ]);
  [...groups].forEach(([kind, rows], index) => {
    const y = top + index * rowHeight + 10;
    const waits = rows.flatMap(({ everybody }) => everybody ?? []);
    parts.push(text(left - 8, y + 4, kind, 'end'));
    for (const ms of waits) parts.push(dot(x(ms), y, 2, '#9bc'));
    for (const [percent, colour] of [
      [50, '#063'],
      [95, '#c80'],
      [99, '#c00'],
    ] as const) {
      const ms = percentile(waits, percent);
      if (ms !== undefined) parts.push(line(x(ms), y - 7, x(ms), y + 7, colour, 2));
    }
  });
  return picture(width, height, parts);
}
