import type { Durations, Figures } from './figures.ts';

interface Run {
  readonly scenario: string;
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly passed: boolean;
  readonly figures: Figures;
}

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const row = (label: string, { p50, p95, p99, max }: Durations) =>
  `| ${label} | ${ms(p50)} | ${ms(p95)} | ${ms(p99)} | ${ms(max)} |`;

/** The result of a run as Markdown; the plots are in the report beside it. */
export function renderSummary({ scenario, url, settings, passed, figures }: Run): string {
  const set = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return `# ${scenario}: ${passed ? 'every threshold held' : 'THRESHOLDS CROSSED'}

${new Date().toISOString()}, ${url}${set.length > 0 ? `, ${set.join(' ')}` : ''}. Plots: [report.html](report.html)

| requests | a second | journeys | dropped journeys | failed requests |
| --- | --- | --- | --- | --- |
| ${figures.requests} | ${figures.requestsPerSecond.toFixed(1)} | ${figures.journeys} | ${figures.droppedJourneys} | ${figures.failedRequests} |

| call | p50 | p95 | p99 | max |
| --- | --- | --- | --- | --- |
${[row('**all**', figures.durations), ...figures.byCall.map((each) => row(each.call, each))].join('\n')}
`;
}
