import { cpus, loadavg } from 'node:os';
import type { Figure } from './bench.ts';
import type { Verdict } from './compare/verdict.ts';
import { type Summary, summaryOf } from './statistics.ts';

/** Figures of one commit, as a Markdown table of medians and spreads. */
export function figuresTable(turns: readonly Figure[][]): string {
  const rows = (turns[0] ?? []).map((figure, at) => {
    const summary = summaryOf(turns.map((figures) => figures[at]?.value ?? Number.NaN));
    return [figure.name, `${number(summary.median)} ${figure.unit}`, turns.length > 1 ? spread(summary) : ''];
  });
  return table(['figure', 'median', 'spread'], rows);
}

export interface Comparison {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly turns: number;
  readonly verdicts: readonly Verdict[];
}

/** Two commits side by side, as a Markdown table. */
export function printComparison({ name, before, after, turns, verdicts }: Comparison): void {
  const rows = verdicts.map((verdict) => [
    verdict.figure.name,
    verdict.figure.unit,
    `${number(verdict.before.median)} (${spread(verdict.before)})`,
    `${number(verdict.after.median)} (${spread(verdict.after)})`,
    // Of nothing there is no share.
    Number.isFinite(verdict.change)
      ? `${verdict.change < 0 ? '−' : '+'}${Math.abs(verdict.change * 100).toFixed(1)} %`
      : '',
    verdict.judgement === 'same' ? '' : `**${verdict.judgement}**`,
  ]);
  console.log(`\n### ${name}: ${before} → ${after}\n\nMedian (middle half). ${circumstances(after, turns)}\n`);
  console.log(table(['figure', 'unit', before, after, 'change', ''], rows));
}

/** What a figure is worth nothing without: of which commit, how often, when, on what, and how busy that was. */
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
