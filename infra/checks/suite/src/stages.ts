import { findK6 } from '@nightshelf/k6/load/find-k6.ts';
import { findKafka } from '@nightshelf/servers/kafka/find-kafka.ts';
import { findRedis } from '@nightshelf/servers/redis.ts';
import { browserRuns, runBrowserTests } from './browser.ts';
import { type Counts, countReport, countVitest, failedOnce, passedOnce, runCommand, skippedOnce } from './reports.ts';
import { type StageResult, type Summary, summarise } from './summary.ts';

type Stages = Readonly<Record<string, () => Promise<Counts>>>;

/** Runs with every change, in this order. */
const everyChange: Stages = {
  types: () => script('types'),
  lint: () => script('lint'),
  boundaries: () => script('boundaries'),
  unit: () => vitest('unit'),
  integration: () => onServers('integration'),
  browser: () => runBrowserTests(browserRuns.everyChange),
  fuzz: () => script('fuzz', '--cases', '300'),
};

/** Slow tests: fault drills, clusters, large vaults, every page on a phone. */
const everyNight: Stages = {
  drills: () => onServers('nightly'),
  pages: () => runBrowserTests(browserRuns.everyNight),
  inputs: () => script('fuzz'),
};

/**
 * Runs stages one after the other; a failed stage does not stop the next.
 * @param names of stages, or `nightly`; by default the stages of every change
 * @throws when a stage is unknown
 */
export async function runStages(names: readonly string[], strict: boolean): Promise<Summary> {
  const all = { ...everyChange, ...everyNight };
  const nightly = Object.keys(everyNight);
  const wanted =
    names.length > 0 ? names.flatMap((name) => (name === 'nightly' ? nightly : [name])) : Object.keys(everyChange);
  const unknown = wanted.filter((name) => !(name in all));
  if (unknown.length > 0) {
    throw new Error(`No such stage: ${unknown.join(', ')}. There are ${Object.keys(all).join(', ')}.`);
  }
  const results: StageResult[] = [];
  for (const [name, run] of Object.entries(all)) {
    if (!wanted.includes(name)) continue;
    console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
    const began = performance.now();
    const counts = await run().catch((error: unknown) => {
      console.error(error);
      return failedOnce(String(error));
    });
    results.push({ name, seconds: (performance.now() - began) / 1000, counts });
  }
  return summarise(results, strict);
}

async function script(name: string, ...args: readonly string[]): Promise<Counts> {
  return (await runCommand('npm', ['run', '--silent', name, '--', ...args])) === 0
    ? passedOnce
    : failedOnce('see its output above');
}

async function onServers(project: string): Promise<Counts> {
  if (!findRedis()) return skippedOnce('everything: Redis is missing (install redis-server)');
  const counts = await vitest(project);
  const missing = [
    ...(findKafka() ? [] : ['Kafka (start a Docker engine, or install Java 17 and Maven)']),
    ...(findK6() ? [] : ['k6 (npm run k6:install builds it, with Go)']),
  ];
  return { ...counts, skipped: [...counts.skipped, ...missing] };
}

const vitest = (project: string): Promise<Counts> =>
  countReport(
    'Vitest',
    (path) => {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
      return runCommand('vitest', ['run', '--project', project, ...reporters]);
    },
    countVitest,
  );
