import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findK6, howToGetK6 } from './find-k6.ts';

export const scenarioNames = ['smoke', 'browse', 'vault', 'social', 'mixed', 'spike', 'soak', 'breakpoint'];

interface LoadOptions {
  readonly scenario: string;
  /** Origin of the product. */
  readonly url: string;
  readonly crowdFile: string;
  /** Receives summary.json and report.html. */
  readonly folder: string;
  /** RATE, DURATION, P95_MS, P99_MS, DROPPED, MOST. */
  readonly settings: Readonly<Record<string, string>>;
  readonly quiet?: boolean;
}

/** k6's exit code for crossed thresholds. */
const thresholdsCrossed = 99;

/**
 * Returns whether no threshold was crossed.
 * @throws when there is no k6 or it cannot run the scenario
 */
export async function runScenario(options: LoadOptions): Promise<boolean> {
  const { scenario, url, crowdFile, folder, settings, quiet = false } = options;
  const [program, ...leading] = findK6() ?? [];
  if (!program) throw new Error(howToGetK6);
  mkdirSync(folder, { recursive: true });
  const variables = { SCENARIO: scenario, BASE_URL: url, CROWD: crowdFile, ...settings };
  const args = [
    ...leading,
    'run',
    `--summary-export=${join(folder, 'summary.json')}`,
    `--out=web-dashboard=port=-1&export=${join(folder, 'report.html')}&period=1s`,
    ...(quiet ? ['--quiet'] : []),
    ...Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
    join(import.meta.dirname, '..', '..', 'scenarios', 'main.ts'),
  ];
  const child = spawn(program, args, { stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'] });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0 && code !== thresholdsCrossed) throw new Error(`k6 ended with exit code ${code}`);
  return code === 0;
}
