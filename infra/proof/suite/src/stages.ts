import { findK6 } from '@nightshelf/k6/load/find-k6.ts';
import { findKafka } from '@nightshelf/servers/kafka/find-kafka.ts';
import { findRedis } from '@nightshelf/servers/redis/find-redis.ts';
import { runBrowserTests } from './browser.ts';
import { type Counts, failedOnce, passedOnce, skippedOnce, sum } from './counts.ts';
import { withReport } from './report-file.ts';
import { runCommand } from './run-command.ts';
import { countVitest, type VitestReport } from './vitest-report.ts';

/** Everything that proves the project, in the order in which it runs. */
export const stages: Readonly<Record<string, () => Promise<Counts>>> = {
  types: () => script('types'),
  lint: () => script('lint'),
  boundaries: () => script('boundaries'),
  unit: () => vitest('unit'),
  integration,
  browser: () => runBrowserTests([]),
  fuzz: () => script('fuzz'),
};

async function script(name: string): Promise<Counts> {
  return (await runCommand('npm', ['run', '--silent', name])) === 0 ? passedOnce : failedOnce('see its part above');
}

async function integration(): Promise<Counts> {
  if (!findRedis()) return skippedOnce('all of it, for want of Redis (install redis-server)');
  const counts = sum(await Promise.all([vitest('integration'), vitest('faults', '--maxWorkers=1')]));
  const missing = [
    ...(findKafka() ? [] : ['Kafka (start a Docker engine, or install Java 17 and Maven)']),
    ...(findK6() ? [] : ['k6 (npm run k6:install builds it, with Go)']),
  ];
  return { ...counts, skipped: [...counts.skipped, ...missing] };
}

async function vitest(project: string, ...options: readonly string[]): Promise<Counts> {
  const { exitCode, report } = await withReport<VitestReport>((path) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
    return runCommand('vitest', ['run', '--project', project, ...options, ...reporters]);
  });
  return report ? countVitest(report, exitCode) : failedOnce('Vitest wrote no report');
}
