import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findK6, howToGetK6 } from './find-k6.ts';

export const scenarioNames = ['smoke', 'browse', 'vault', 'social', 'mixed', 'spike', 'soak', 'breakpoint'];

export interface LoadOptions {
  readonly scenario: string;
  /** Origin of the product. */
  readonly url: string;
  readonly crowdFile: string;
  /** Receives summary.md, summary.json and report.html. */
  readonly folder: string;
  /** RATE, DURATION, P95_MS, P99_MS, FAILED_RATE, DROPPED, MOST. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly quiet?: boolean;
}

/** In milliseconds. */
interface Durations {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

interface LoadFigures {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly journeys: number;
  /** Journeys that k6 could not start in time. */
  readonly droppedJourneys: number;
  readonly failedRequests: number;
  readonly durations: Durations;
  readonly byCall: readonly (Durations & { readonly call: string })[];
}

export interface LoadResult {
  /** Whether no threshold was crossed. */
  readonly passed: boolean;
  readonly figures: LoadFigures;
}

/** k6's exit code for crossed thresholds. */
const thresholdsCrossed = 99;

/** @throws when there is no k6 or it cannot run the scenario */
export async function runScenario(options: LoadOptions): Promise<LoadResult> {
  const { scenario, url, crowdFile, folder, settings = {}, quiet = false } = options;
  const k6 = findK6();
  if (!k6) throw new Error(howToGetK6);
  mkdirSync(folder, { recursive: true });
  const summary = join(folder, 'summary.json');
  const [program = '', ...leading] = k6;
  const args = [
    ...leading,
    'run',
    `--summary-export=${summary}`,
    `--out=web-dashboard=port=-1&export=${join(folder, 'report.html')}&period=1s`,
    ...(quiet ? ['--quiet'] : []),
    ...Object.entries({ SCENARIO: scenario, BASE_URL: url, CROWD: crowdFile, ...settings }).flatMap(([name, value]) => [
      '-e',
      `${name}=${value}`,
    ]),
    join(import.meta.dirname, '..', '..', 'scenarios', 'main.ts'),
  ];
  const child = spawn(program, args, { stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0 && code !== thresholdsCrossed) throw new Error(`k6 ended with exit code ${code}`);
  const result = { passed: code === 0, figures: readFigures(JSON.parse(readFileSync(summary, 'utf8'))) };
  writeFileSync(join(folder, 'summary.md'), renderSummary(options, result));
  return result;
}

const counter = z.object({ count: z.number(), rate: z.number() });
const trend = z
  .object({ med: z.number(), 'p(95)': z.number(), 'p(99)': z.number(), max: z.number() })
  .transform(({ med, max, 'p(95)': p95, 'p(99)': p99 }) => ({ p50: med, p95, p99, max }));

/** @param exported what k6 writes with --summary-export */
function readFigures(exported: unknown): LoadFigures {
  const { metrics } = z.object({ metrics: z.record(z.string(), z.unknown()) }).parse(exported);
  const requests = counter.parse(metrics.http_reqs);
  const failed = z.object({ value: z.number() }).parse(metrics.http_req_failed).value;
  const countOf = (name: string) => counter.safeParse(metrics[name]).data?.count ?? 0;
  return {
    requests: requests.count,
    requestsPerSecond: requests.rate,
    journeys: countOf('iterations'),
    droppedJourneys: countOf('dropped_iterations'),
    failedRequests: Math.round(failed * requests.count),
    durations: trend.parse(metrics.http_req_duration),
    byCall: Object.entries(metrics).flatMap(([name, values]) => {
      const call = name.match(/^http_req_duration\{name:(.+)\}$/)?.[1];
      const measured = call && trend.safeParse(values).data;
      return measured && measured.max > 0 ? [{ call, ...measured }] : [];
    }),
  };
}

function renderSummary({ scenario, url, settings = {} }: LoadOptions, { passed, figures }: LoadResult): string {
  const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
  const row = (label: string, { p50, p95, p99, max }: Durations) =>
    `| ${label} | ${ms(p50)} | ${ms(p95)} | ${ms(p99)} | ${ms(max)} |`;
  const set = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return `# ${scenario}: ${passed ? 'every threshold held' : 'THRESHOLDS CROSSED'}

${new Date().toISOString()}, ${url}${set.length > 0 ? `, ${set.join(' ')}` : ''}. Plots: [report.html](report.html)

| requests | per second | journeys | dropped journeys | failed requests |
| --- | --- | --- | --- | --- |
| ${figures.requests} | ${figures.requestsPerSecond.toFixed(1)} | ${figures.journeys} | ${figures.droppedJourneys} | ${figures.failedRequests} |

| call | p50 | p95 | p99 | max |
| --- | --- | --- | --- | --- |
${[row('**all**', figures.durations), ...figures.byCall.map((each) => row(each.call, each))].join('\n')}
`;
}
