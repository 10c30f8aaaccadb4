import type { DrillResult } from '../result.ts';
import { line, picture, text } from './svg.ts';

const width = 1400;
const height = 260;
const [left, bottom, top] = [40, 230, 40];

/** Acknowledged writes in each second, each fault as a mark above, quiet points shaded. */
export function timelinePlot({ journal, happened, quiets, startedAt, endedAt }: DrillResult): string {
  const seconds = Math.max(1, Math.ceil((endedAt - startedAt) / 1000));
  const counts = new Array<number>(seconds + 1).fill(0);
  for (const { at } of journal.acknowledged) {
    const second = Math.floor((at - startedAt) / 1000);
    if (second >= 0 && second <= seconds) counts[second] = (counts[second] ?? 0) + 1;
  }
  const most = Math.max(1, ...counts);
  const x = (time: number) => left + ((time - startedAt) / (endedAt - startedAt)) * (width - left - 10);
  const y = (count: number) => bottom - (count / most) * (bottom - top);
  const shade = quiets.map(
    (quiet) =>
      `<rect x="${x(quiet.beganAt).toFixed(1)}" y="${top}" width="${(x(quiet.endedAt) - x(quiet.beganAt)).toFixed(1)}" height="${bottom - top}" fill="#eef"/>`,
  );
  const marks = happened.map(({ fault, beganAt }) => line(x(beganAt), 20, x(beganAt), 34, colourOf(fault.kind)));
  const points = counts.map((count, second) => `${x(startedAt + second * 1000).toFixed(1)},${y(count).toFixed(1)}`);
  return picture(width, height, [
    ...shade,
    ...marks,
    `<polyline points="${points.join(' ')}" fill="none" stroke="#069" stroke-width="1"/>`,
    text(4, top + 4, `${most}/s`),
    text(4, bottom, '0'),
    text(left, height - 8, `acknowledged writes a second over ${seconds} s; above, one mark for each fault`),
  ]);
}

/** One colour for the kinds of one family. */
function colourOf(kind: string): string {
  const families: readonly (readonly [RegExp, string])[] = [
    [/^kill/, '#c33'],
    [/^(freeze|clock)/, '#39c'],
    [/^(crash|disk-full|redis-full)/, '#a0a'],
    [/connections$/, '#999'],
    [/^(redis|kafka)-/, '#e80'],
  ];
  return families.find(([pattern]) => pattern.test(kind))?.[1] ?? '#393';
}
