import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@nightshelf/testing/until.ts';
import { runningPods } from '../cluster/pods.ts';
import { rolledOut } from '../release/release.ts';
import { demanded, type Figure } from '../report/figure.ts';
import { rolloutMs, type Scene } from './drill.ts';

/** Three workers begin a day that has no reviews yet: one of them fetches these, and nobody else does. */
export async function dailyJob({ cluster, say }: Scene): Promise<Figure[]> {
  const workers = 'app.kubernetes.io/name=media,app.kubernetes.io/component=worker';
  const { spec } = await cluster.get<{ spec: { replicas: number } }>('deployment', 'media-worker');
  const scaleTo = (replicas: number) =>
    cluster.kubectl(['scale', 'deployment', 'media-worker', `--replicas=${replicas}`]);
  say('media-worker: 0, then 3 without today’s reviews');
  // None may be there that fetches them before.
  await scaleTo(0);
  await cluster.kubectl(['wait', '--for=delete', 'pod', '-l', workers, '--timeout=60s']);
  const forget = 'psql -U postgres -d media -c "delete from daily_reviews"';
  await cluster.kubectl(['exec', 'postgres-0', '--', 'sh', '-c', forget]);
  await scaleTo(3);
  try {
    await rolledOut(cluster, rolloutMs, say);
    const runs = async () => {
      await pause(2000);
      const pods = await runningPods(cluster, workers);
      const logs = await Promise.all(pods.map(({ metadata }) => cluster.kubectl(['logs', metadata.name])));
      return { pods: pods.length, refreshed: logs.join('').match(/"result":"refreshed"/g)?.length ?? 0 };
    };
    await until('the reviews are fetched', async () => (await runs()).refreshed > 0, 60_000);
    // Time for a second one, if there is one.
    await pause(10_000);
    const { pods, refreshed } = await runs();
    return [
      demanded(
        'the daily job with three workers',
        `${pods} workers, run ${refreshed} ×`,
        pods === 3 && refreshed === 1,
      ),
    ];
  } finally {
    await scaleTo(spec.replicas);
  }
}
