import { until } from '@nightshelf/testing/until.ts';
import { isReady, type Pod, productPods, statusesOf, workloadOf } from '../cluster/pods.ts';
import { type Figure, integrity, noticed, seconds } from '../report/figure.ts';
import { Traffic } from '../traffic/traffic.ts';
import { crashCommand } from './crash.ts';
import { carriedOut, type Drill, type Scene } from './drill.ts';
import { evicted } from './evicted.ts';

const servers = ['postgres', 'redis', 'redis-cache', 'kafka'] as const;

/** Longest that anything may take to come back by itself. */
const recoveryMs = 180_000;

/** Processes and servers end in the middle of it, one at a time. */
export const broken: Drill = (scene) =>
  Traffic.during(scene.url, async (traffic) => {
    const figures: Figure[] = [];
    const pods = await productPods(scene.cluster);
    for (const pod of pods.sort((a, b) => workloadOf(a).localeCompare(workloadOf(b)))) {
      figures.push(...(await carriedOut(killed(scene, traffic, pod))));
    }
    for (const server of servers) figures.push(...(await carriedOut(restarted(scene, traffic, server))));
    figures.push(...(await carriedOut(evicted(scene, traffic))));
    return [...figures, integrity(traffic.acknowledgedWrites, await traffic.settle())];
  });

const restartsOf = (pod: Pod) => statusesOf(pod).reduce((sum, { restartCount }) => sum + restartCount, 0);

async function killed({ cluster, say }: Scene, traffic: Traffic, pod: Pod): Promise<Figure[]> {
  const { name } = pod.metadata;
  say(`${workloadOf(pod)} is killed`);
  const before = restartsOf(await cluster.get<Pod>('pod', name));
  traffic.mark();
  const began = performance.now();
  const { stderr } = await cluster.exec(name, crashCommand);
  await backAgain(`${name} serves again (${stderr.trim().slice(-200)})`, async () => {
    const now = await cluster.get<Pod>('pod', name);
    return restartsOf(now) > before && isReady(now);
  });
  const ready = seconds(performance.now() - began);
  return [noticed(`${workloadOf(pod)} killed, ready again after ${ready}`, await traffic.calm(recoveryMs))];
}

async function restarted({ cluster, say }: Scene, traffic: Traffic, server: string): Promise<Figure[]> {
  const name = `${server}-0`;
  say(`${server} is restarted`);
  const uidOf = async () => (await cluster.get<{ metadata: { uid: string } }>('pod', name)).metadata.uid;
  const before = await uidOf();
  traffic.mark();
  const began = performance.now();
  await cluster.kubectl(['delete', 'pod', name, '--wait=false']);
  await backAgain(
    `${name} serves again`,
    async () => (await uidOf()) !== before && isReady(await cluster.get<Pod>('pod', name)),
  );
  const ready = seconds(performance.now() - began);
  return [noticed(`${server} restarted, ready again after ${ready}`, await traffic.calm(recoveryMs))];
}

const backAgain = (what: string, look: () => Promise<boolean>) =>
  until(
    what,
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return look();
    },
    recoveryMs,
  );
