import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Figures, readFigures } from './figures.ts';
import { findK6, howToGetK6 } from './find-k6.ts';
import { renderSummary } from './summary.ts';

const scenarios = join(import.meta.dirname, '..', '..', 'scenarios');

export type ScenarioName = string;

/** Every scenario that can be run: the files of the folder. */
export const scenarioNames: readonly ScenarioName[] = readdirSync(scenarios)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'));

export interface LoadOptions {
  readonly scenario: ScenarioName;
  /** Origin of the product. */
  readonly url: string;
  readonly crowdFile: string;
  /** Where summary.md, summary.json and report.html go. */
  readonly folder: string;
  /** Settings of the scenario: RATE, DURATION, P95_MS, P99_MS, FAILED_RATE, DROPPED, MOST. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly quiet?: boolean;
  /** Ends the run early; its figures are of what was until then. */
  readonly signal?: AbortSignal;
}

export interface LoadResult {
  /** Whether every threshold held; false of a run that was ended early, which k6 does not judge. */
  readonly passed: boolean;
  readonly figures: Figures;
}

/** Exit codes with which k6 says that thresholds were crossed, and that it was told to stop. */
const thresholdsCrossed = 99;
const toldToStop = 105;

/**
 * Runs a scenario with k6 and writes its results.
 * @throws Error in words for a person when there is no k6 or the scenario could not be run
 */
export async function runScenario(options: LoadOptions): Promise<LoadResult> {
  const { scenario, url, crowdFile, folder, settings = {}, quiet = false, signal } = options;
  const k6 = findK6();
  if (!k6) throw new Error(howToGetK6);
  mkdirSync(folder, { recursive: true });
  const summary = join(folder, 'summary.json');
  const variables = { BASE_URL: url, CROWD: crowdFile, ...settings };
  const [program = '', ...leading] = k6;
  const args = [
    ...leading,
    'run',
    `--summary-export=${summary}`,
    `--out=web-dashboard=port=-1&export=${join(folder, 'report.html')}&period=1s`,
    ...(quiet ? ['--quiet'] : []),
    ...Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
    join(scenarios, `${scenario}.ts`),
  ];
  const child = spawn(program, args, {
    stdio: quiet ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'inherit', 'inherit'],
  });
  const end = () => child.kill('SIGINT');
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  }).finally(() => signal?.removeEventListener('abort', end));
  const judged = code === 0 || code === thresholdsCrossed;
  if (!judged && !(signal?.aborted && code === toldToStop)) throw new Error(`k6 ended with exit code ${code}`);
  const figures = readFigures(JSON.parse(readFileSync(summary, 'utf8')));
  const passed = code === 0;
  writeFileSync(join(folder, 'summary.md'), renderSummary({ scenario, url, settings, passed, figures }));
  return { passed, figures };
}
