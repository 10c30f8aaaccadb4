import { findK6 } from '@nightshelf/k6/load/find-k6.ts';
import { findKafka } from '@nightshelf/servers/kafka/find-kafka.ts';
import { findRedis } from '@nightshelf/servers/redis/find-redis.ts';
import { browserRuns, runBrowserTests } from './browser.ts';
import { type Counts, failedOnce, passedOnce, skippedOnce } from './counts.ts';
import { withReport } from './report-file.ts';
import { runCommand } from './run-command.ts';
import { countVitest, type VitestReport } from './vitest-report.ts';

type Stages = Readonly<Record<string, () => Promise<Counts>>>;

/** What every change is proven by, in the order in which it runs. */
const everyChange: Stages = {
  types: () => script('types'),
  lint: () => script('lint'),
  boundaries: () => script('boundaries'),
  unit: () => vitest('unit'),
  integration: () => onServers('integration'),
  browser: () => runBrowserTests(browserRuns.everyChange),
  fuzz: () => script('fuzz'),
};

/** What takes longer than whoever waits for a change does: the drills, clusters, great vaults, every page on a phone too. */
const everyNight: Stages = {
  drills: () => onServers('nightly'),
  pages: () => runBrowserTests(browserRuns.everyNight),
};

export const stages = { everyChange, everyNight };

async function script(name: string): Promise<Counts> {
  return (await runCommand('npm', ['run', '--silent', name])) === 0 ? passedOnce : failedOnce('see its part above');
}

async function onServers(project: string): Promise<Counts> {
  if (!findRedis()) return skippedOnce('all of it, for want of Redis (install redis-server)');
  const counts = await vitest(project);
  const missing = [
    ...(findKafka() ? [] : ['Kafka (start a Docker engine, or install Java 17 and Maven)']),
    ...(findK6() ? [] : ['k6 (npm run k6:install builds it, with Go)']),
  ];
  return { ...counts, skipped: [...counts.skipped, ...missing] };
}

async function vitest(project: string): Promise<Counts> {
  const { exitCode, report } = await withReport<VitestReport>((path) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
    return runCommand('vitest', ['run', '--project', project, ...reporters]);
  });
  return report ? countVitest(report, exitCode) : failedOnce('Vitest wrote no report');
}
