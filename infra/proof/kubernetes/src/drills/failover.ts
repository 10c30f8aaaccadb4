import { basename } from 'node:path';
import { until } from '@nightshelf/testing/until.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { brokers, master, primary } from '../cluster/data-tier.ts';
import { isReady, named, type Pod, runningPods } from '../cluster/pods.ts';
import { attempt, run } from '../cluster/run.ts';
import { rolledOut } from '../release/release.ts';
import { type Figure, noticed, seconds } from '../report/figure.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { rolloutMs } from './drill.ts';

/** Something that is taken away from the data tier, and back. */
interface Failover {
  readonly name: string;
  readonly what: string;
  /** Does it, and ends once it is done; what follows from it is waited for by whoever asks. */
  readonly act: (place: Place) => Promise<void>;
}

export interface Place {
  readonly cluster: Cluster;
  /** A command that takes `kill NODE` and `start NODE`; without it no node is lost. */
  readonly nodes: string | undefined;
  readonly traffic: Traffic;
}

/** Longest that the data tier may take to be whole again. */
const wholeWithinMs = 300_000;
/** Longest until requests are served again. */
const servedWithinMs = 180_000;

const nodeOf = async (cluster: Cluster, pod: string) =>
  (await cluster.get<{ spec: { nodeName: string } }>('pod', pod)).spec.nodeName;

/** As when its machine is gone: nothing is finished first. */
const killed = (cluster: Cluster, pod: string) =>
  cluster.kubectl(['delete', 'pod', pod, '--grace-period=0', '--force', '--wait=false']);

const broker = async (cluster: Cluster, place: number) => named((await brokers(cluster))[place]);

/** Ends once another has taken its place, and its name, and is ready. */
async function endedInOrder(cluster: Cluster, pod: string): Promise<void> {
  await cluster.kubectl(['delete', 'pod', pod, '--timeout=5m']);
  const isBack = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { stdout } = await cluster.attempt(['get', 'pod', pod, '-o', 'json']);
    return stdout !== '' && isReady(JSON.parse(stdout) as Pod);
  };
  await until(`${pod} is ready again`, isBack, wholeWithinMs);
}

/** As an operator empties a node: by eviction, which budgets may hold back. */
async function drained(cluster: Cluster, pod: string): Promise<void> {
  const node = await nodeOf(cluster, pod);
  const options = ['--ignore-daemonsets', '--delete-emptydir-data', '--timeout=5m'];
  try {
    await cluster.kubectl(['drain', node, `--pod-selector=nightshelf.example/provides`, ...options]);
  } finally {
    await cluster.kubectl(['uncordon', node]);
  }
}

/** A whole node loses its power, and has it again a minute and a half later. */
async function lost({ cluster, nodes = '' }: Place, pod: string): Promise<void> {
  const node = await nodeOf(cluster, pod);
  const [command = '', ...args] = nodes.split(' ');
  await attempt(command, [...args, 'kill', node]);
  await new Promise((resolve) => setTimeout(resolve, 90_000));
  await attempt(command, [...args, 'start', node]);
}

export const failovers: readonly Failover[] = [
  {
    name: 'postgres-killed',
    what: 'PostgreSQL’s primary killed',
    act: async ({ cluster }) => void (await killed(cluster, await primary(cluster))),
  },
  {
    name: 'postgres-again',
    what: 'its successor killed right after',
    act: async ({ cluster }) => void (await killed(cluster, await primary(cluster))),
  },
  {
    name: 'postgres-drained',
    what: 'the node of PostgreSQL’s primary drained of the data tier',
    act: async ({ cluster }) => drained(cluster, await primary(cluster)),
  },
  {
    name: 'redis-killed',
    what: 'Redis’ master killed',
    act: async ({ cluster }) => void (await killed(cluster, await master(cluster))),
  },
  {
    name: 'redis-ended',
    what: 'Redis’ master ended in order',
    act: async ({ cluster }) => void (await cluster.kubectl(['delete', 'pod', await master(cluster), '--wait=false'])),
  },
  {
    name: 'redis-drained',
    what: 'the node of Redis’ master drained of the data tier',
    act: async ({ cluster }) => drained(cluster, await master(cluster)),
  },
  {
    name: 'kafka-killed',
    what: 'a broker killed',
    act: async ({ cluster }) => void (await killed(cluster, await broker(cluster, 1))),
  },
  {
    name: 'kafka-ended',
    what: 'a broker ended in order',
    act: async ({ cluster }) => endedInOrder(cluster, await broker(cluster, 2)),
  },
  {
    name: 'kafka-again',
    what: 'every broker ended in order, three times round',
    act: async ({ cluster }) => {
      for (let round = 0; round < 3; round += 1)
        for (const pod of await brokers(cluster)) await endedInOrder(cluster, named(pod));
    },
  },
  {
    name: 'node-lost',
    what: 'the node of PostgreSQL’s primary without power for 90 s',
    act: async (place) => lost(place, await primary(place.cluster)),
  },
  {
    name: 'node-lost-in-release',
    what: 'the node of Redis’ master without power for 90 s while every Deployment is replaced',
    act: async (place) => {
      const { cluster } = place;
      const pod = await master(cluster);
      await cluster.kubectl(['rollout', 'restart', 'deployment']);
      await lost(place, pod);
      await rolledOut(cluster, rolloutMs, () => {});
    },
  },
];

/** What a command does, which says on its error output how far it is. */
export const asOperator = (command: string): Failover => ({
  name: command,
  what: basename(command),
  act: async () => {
    const [file = '', ...args] = command.split(' ');
    await run(file, args, { onLine: (line) => console.error(`          ${line}`) });
  },
});

/** @returns what gamers noticed of it, and how long until everything of the data tier was ready again */
export async function failedOver(
  place: Place,
  { what, act }: Failover,
  say: (line: string) => void,
): Promise<Figure[]> {
  const { cluster, traffic } = place;
  say(what);
  traffic.mark();
  const began = performance.now();
  await act(place);
  await until(
    'the data tier is whole',
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const pods = await runningPods(cluster, 'nightshelf.example/provides in (postgres,redis,kafka)');
      const running = pods.filter(({ status }) => status.phase !== 'Succeeded');
      return running.length >= 9 && running.every(isReady);
    },
    wholeWithinMs,
  ).catch(() => say(`after ${seconds(wholeWithinMs)} not everything is ready`));
  const whole = seconds(performance.now() - began);
  // What was taken away may be missed only a while later; all of it is looked at.
  const window = await traffic.calm(servedWithinMs);
  return [noticed(`${what}; the data tier is whole after ${whole}`, window)];
}
