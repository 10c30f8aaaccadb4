import { cpus, loadavg } from 'node:os';
import type { Figure } from './figures.ts';
import { type Summary, summaryOf, type Verdict } from './statistics.ts';

/** Returns medians and spreads of one commit as a Markdown table. */
export function figuresTable(turns: readonly Figure[][]): string {
  const rows = summaries(turns).map(({ name, unit, summary }) => [
    name,
    `${number(summary.median)} ${unit}`,
    turns.length > 1 ? spread(summary) : '',
  ]);
  return table(['figure', 'median', 'middle half'], rows);
}

/** Returns medians and spreads of one commit as a Markdown list, which has fewer words. */
export const figuresList = (turns: readonly Figure[][]) =>
  summaries(turns)
    .map(({ name, unit, summary }) => {
      const half = turns.length > 1 ? ` (${spread(summary)})` : '';
      return `- ${name}: ${number(summary.median)} ${unit}${half}`;
    })
    .join('\n');

const summaries = (turns: readonly Figure[][]) =>
  (turns[0] ?? []).map(({ name, unit }, at) => {
    return { name, unit, summary: summaryOf(turns.map((figures) => figures[at]?.value ?? Number.NaN)) };
  });

export interface Comparison {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly turns: number;
  readonly verdicts: readonly Verdict[];
}

/** Returns two commits side by side as a Markdown table. */
export function comparisonTable({ name, before, after, turns, verdicts }: Comparison): string {
  const rows = verdicts.map((verdict) => [
    verdict.figure.name,
    verdict.figure.unit,
    `${number(verdict.before.median)} (${spread(verdict.before)})`,
    `${number(verdict.after.median)} (${spread(verdict.after)})`,
    // A value of zero has no relative change.
    Number.isFinite(verdict.change)
      ? `${verdict.change < 0 ? '−' : '+'}${Math.abs(verdict.change * 100).toFixed(1)} %`
      : '',
    verdict.judgement === 'same' ? '' : `**${verdict.judgement}**`,
  ]);
  const head = `\n### ${name}: ${before} → ${after}\n\nMedian (middle half). ${circumstances(after, turns)}\n`;
  return `${head}\n${table(['figure', 'unit', before, after, 'change', ''], rows)}`;
}

/** Describes the commit, the number of turns, the date, the machine and its load. */
export function circumstances(commit: string, turns: number): string {
  const [processor] = cpus();
  const date = new Date().toISOString().slice(0, 10);
  const load = loadavg().map((value) => value.toFixed(1));
  return `${commit}, ${turns} ${turns === 1 ? 'turn' : 'turns'}, ${date}, ${cpus().length} × ${processor?.model.trim()}, Node ${process.versions.node}, load ${load.join(' ')}.`;
}

const number = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString());

const spread = ({ low, high }: Summary) => `${number(low)}–${number(high)}`;

const table = (head: readonly string[], rows: readonly string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
