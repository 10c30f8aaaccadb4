import { until } from '@nightshelf/testing/until.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { quietSeconds } from '../release/overlay.ts';
import { rolledOut } from '../release/release.ts';
import { demanded, type Figure, integrity, seconds, unnoticed } from '../report/figure.ts';
import { Traffic } from '../traffic/traffic.ts';
import { partitionsOfMembers } from './consumer-group.ts';
import { dailyJob } from './daily-job.ts';
import { carriedOut, type Drill, rolloutMs, type Scene } from './drill.ts';

interface Autoscaler {
  readonly metadata: { name: string };
  readonly spec: { minReplicas: number; maxReplicas: number };
  readonly status: { currentReplicas?: number };
}

/** More pods come with the load and go after it, and nobody notices either. */
export const scaled: Drill = async (scene) => [
  ...(await carriedOut(underLoad(scene))),
  ...(await carriedOut(consumers(scene))),
  ...(await carriedOut(dailyJob(scene))),
];

async function underLoad({ cluster, load, say }: Scene): Promise<Figure[]> {
  const autoscaler = () => cluster.get<Autoscaler>('hpa', 'gateway');
  const { spec } = await autoscaler();
  const atMost = async (replicas: number) => ((await autoscaler()).status.currentReplicas ?? 0) <= replicas;
  say('people with vaults are made');
  await load.prepare();
  await until('the gateway is at its fewest pods', () => slowly(() => atMost(spec.minReplicas)), 180_000);
  say('load: mixed, 5 journeys a second for 75 s');
  const began = performance.now();
  let grownAfterMs = 0;
  let most = 0;
  let going = true;
  const watch = (async () => {
    while (going) {
      most = Math.max(most, (await autoscaler()).status.currentReplicas ?? 0);
      if (grownAfterMs === 0 && most > spec.minReplicas) grownAfterMs = performance.now() - began;
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  })();
  // It is awaited below; until then its failure is not to end the process.
  watch.catch(() => {});
  const { figures } = await load.run(5, '75s').finally(() => {
    going = false;
  });
  await watch;
  const ended = performance.now();
  say('load has ended; waiting for the pods to go');
  const shrunk = await until('the pods have gone', () => slowly(() => atMost(spec.minReplicas)), 240_000).catch(
    () => false,
  );
  return [
    demanded(
      'gateway under load',
      `${spec.minReplicas} → ${most} pods after ${seconds(grownAfterMs)}, back ${shrunk ? `${seconds(performance.now() - ended)} after its end (waits ${quietSeconds} s)` : 'never'}`,
      most > spec.minReplicas && shrunk,
    ),
    demanded(
      'requests meanwhile',
      `${figures.failedRequests} of ${figures.requests} failed; p95 ${Math.round(figures.durations.p95)} ms, ${figures.droppedJourneys} journeys dropped`,
      figures.failedRequests === 0,
    ),
  ];
}

const consumers = ({ cluster, url, say }: Scene): Promise<Figure[]> =>
  Traffic.during(url, async (traffic) => {
    const scaleTo = async (replicas: number) => {
      say(`social-consumers: ${replicas}`);
      await cluster.kubectl(['scale', 'deployment', 'social-consumers', `--replicas=${replicas}`]);
      await rolledOut(cluster, rolloutMs, say);
    };
    traffic.mark();
    await scaleTo(3);
    const shared = await shares(cluster, 3);
    await scaleTo(1);
    const alone = await shares(cluster, 1);
    const window = traffic.sinceMark();
    return [
      demanded(
        'partitions of each consumer, 1 → 3 → 1 of them',
        `${shared.join(' + ')}, then ${alone.join(' + ')}`,
        shared.length === 3 && !shared.includes(0) && alone.length === 1 && alone[0] === sum(shared),
      ),
      unnoticed('requests meanwhile', window),
      integrity(traffic.acknowledgedWrites, await traffic.settle()),
    ];
  });

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** What each consumer has once there are as many as wanted, or after a minute. */
async function shares(cluster: Cluster, members: number): Promise<number[]> {
  const look = () => partitionsOfMembers(cluster);
  const settled = (all: readonly number[]) => all.length === members && !all.includes(0);
  return until(
    `${members} consumers have partitions`,
    async () => {
      const now = await slowly(look);
      return settled(now) && now;
    },
    60_000,
  ).catch(look);
}

/** A look every two seconds is enough for what takes half a minute. */
async function slowly<T>(look: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, 2000));
  return look();
}
