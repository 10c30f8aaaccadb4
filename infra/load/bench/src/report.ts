import { cpus, loadavg } from 'node:os';
import type { Figure, Verdict } from './figures.ts';
import { type Summary, summaryOf } from './statistics.ts';

/** Returns medians and spreads of one commit as a Markdown list. */
export const figuresList = (turns: readonly Figure[][]) =>
  (turns[0] ?? [])
    .map(({ name, unit }, at) => {
      const summary = summaryOf(turns.map((figures) => figures[at]?.value ?? Number.NaN));
      return `- ${name}: ${number(summary.median)} ${unit}${turns.length > 1 ? ` (${spread(summary)})` : ''}`;
    })
    .join('\n');

/** Returns two commits side by side as a Markdown table. */
export function verdictsTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ figure, before, after, change, judgement }) => [
    figure.name,
    figure.unit,
    ...[before, after].map((summary) => `${number(summary.median)} (${spread(summary)})`),
    // A value of zero has no relative change.
    Number.isFinite(change) ? `${change < 0 ? '−' : '+'}${Math.abs(change * 100).toFixed(1)} %` : '',
    judgement === 'same' ? '' : `**${judgement}**`,
  ]);
  const head = ['figure', 'unit', 'before', 'after', 'change', ''];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
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
