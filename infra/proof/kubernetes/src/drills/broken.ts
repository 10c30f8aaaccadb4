import { until } from '@nightshelf/testing/until.ts';
import { isReady, type Pod, productPods, statusesOf, workloadOf } from '../cluster/pods.ts';
import { type Figure, integrity, measured, noticed, seconds } from '../report/figure.ts';
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
    const pods = await productPods(scene.cluster);
    pods.sort((a, b) => workloadOf(a).localeCompare(workloadOf(b)));
    return [
      ...(await underLoad(scene, 'k6 mixed while pods are killed', pods, (pod) => killed(scene, traffic, pod))),
      ...(await underLoad(scene, 'k6 mixed while servers restart', servers, (each) => restarted(scene, traffic, each))),
      ...(await carriedOut(evicted(scene, traffic))),
      integrity(traffic.acknowledgedWrites, await traffic.settle()),
    ];
  });

/** Does the same with one after the other. */
const underLoad = <Each>(scene: Scene, what: string, all: readonly Each[], act: (each: Each) => Promise<Figure[]>) =>
  carriedOut(
    scene.load.during(
      async () => {
        const figures: Figure[] = [];
        for (const each of all) figures.push(...(await carriedOut(act(each))));
        return figures;
      },
      (requests, failed) => measured(what, `${failed} of ${requests} requests failed`),
    ),
  );

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
