import { until } from '@nightshelf/testing/until.ts';
import { type Pod, runningPods, statusesOf } from '../cluster/pods.ts';
import { refusedTag, untag } from '../images/images.ts';
import { loadImages } from '../images/load.ts';
import { buildRefusedMigration } from '../images/refused-migration.ts';
import { apply, rolledOut } from '../release/release.ts';
import { demanded, type Figure, integrity, measured, seconds, unnoticed } from '../report/figure.ts';
import { Traffic } from '../traffic/traffic.ts';
import { carriedOut, type Drill, rolloutMs, type Scene } from './drill.ts';

/** Releases and their failures, with gamers at their vaults all the while. */
export const upgraded: Drill = (scene) =>
  Traffic.during(scene.url, async (traffic) => [
    ...(await carriedOut(underLoad(scene, traffic))),
    ...(await carriedOut(refusedMigration(scene, traffic))),
    ...(await carriedOut(wrongSetting(scene, traffic))),
    integrity(traffic.acknowledgedWrites, await traffic.settle()),
  ]);

const underLoad = (scene: Scene, traffic: Traffic): Promise<Figure[]> =>
  scene.load.during(
    async () => [
      ...(await carriedOut(release(scene, traffic, 'upgrade of everything', scene.nextTag))),
      ...(await carriedOut(release(scene, traffic, 'rollback of everything', scene.tag))),
    ],
    (requests, failed) => demanded('k6 mixed during both', `${failed} of ${requests} requests failed`, failed === 0),
  );

async function release(scene: Scene, traffic: Traffic, what: string, tag: string): Promise<Figure[]> {
  scene.say(what);
  traffic.mark();
  const began = performance.now();
  scene.manifests.setTag(tag);
  await apply(scene.cluster, scene.manifests);
  await rolledOut(scene.cluster, rolloutMs, scene.say);
  const took = performance.now() - began;
  return [
    measured(what, `complete after ${seconds(took)}`),
    unnoticed('requests meanwhile', await traffic.calm(60_000)),
  ];
}

interface Job {
  readonly status: { failed?: number; succeeded?: number };
}

async function refusedMigration(scene: Scene, traffic: Traffic): Promise<Figure[]> {
  const { cluster, manifests, tag, say, signal, context } = scene;
  say('a release of library whose migration fails');
  const image = await buildRefusedMigration(tag, refusedTag, signal);
  try {
    await loadImages(context, [image], signal);
    traffic.mark();
    manifests.setTag(refusedTag, 'library');
    await apply(cluster, manifests);
    const job = await until(
      'the migration has failed',
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        const found = await cluster.get<Job>('job', `library-migrate-${refusedTag}`);
        return (found.status.failed ?? 0) > 0 && found;
      },
      120_000,
    );
    const waiting = await until('new pods wait for the schema', () => waitingFor(scene, image), 60_000);
    const window = await traffic.calm(60_000, 10_000);
    return [
      demanded(
        'a migration that fails',
        `${job.status.succeeded ?? 0} succeeded; ${waiting.length} new pods wait in Init, the old ones serve`,
        !job.status.succeeded && waiting.length > 0,
      ),
      unnoticed('requests meanwhile', window),
      ...(await release(scene, traffic, 'rollback of it', tag)),
    ];
  } finally {
    manifests.setTag(tag);
    await untag([image]);
  }
}

/** Pods of library with this image that have not come past their first container. */
async function waitingFor({ cluster }: Scene, image: string): Promise<Pod[] | null> {
  const pods = await runningPods(cluster, 'app.kubernetes.io/name=library');
  const fresh = pods.filter(({ spec }) => spec.containers.some((container) => container.image === image));
  return fresh.length > 0 && fresh.every(({ status }) => status.phase === 'Pending') ? fresh : null;
}

/** What configuration errors end a process with. */
const wrongSettings = 78;

async function wrongSetting(scene: Scene, traffic: Traffic): Promise<Figure[]> {
  const { cluster, say } = scene;
  say('a setting that is wrong');
  traffic.mark();
  await cluster.kubectl(['set', 'env', 'deployment/library-http', 'LOG_LEVEL=deafening']);
  try {
    const { pod, container, code } = await until(
      'a new pod has ended',
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        return ended(await runningPods(cluster, 'app.kubernetes.io/name=library,app.kubernetes.io/component=http'));
      },
      120_000,
    );
    const said = await lastWords(scene, pod, container);
    const window = await traffic.calm(60_000);
    return [
      demanded(
        'a pod with a wrong setting',
        `ends with ${code}: ${said.replaceAll(/\s+/g, ' ').slice(0, 140)}`,
        code === wrongSettings && said.includes('LOG_LEVEL'),
      ),
      unnoticed('requests meanwhile', window),
    ];
  } finally {
    await cluster.kubectl(['rollout', 'undo', 'deployment/library-http']);
    await rolledOut(cluster, rolloutMs, say);
  }
}

/** What a container said before it ended; it may have been started anew since, and have said nothing yet. */
function lastWords({ cluster }: Scene, pod: string, container: string): Promise<string> {
  return until(
    'what the container said',
    async () => {
      for (const which of ['--previous=true', '--previous=false']) {
        const { stdout } = await cluster.attempt(['logs', pod, '-c', container, which]);
        if (stdout.trim() !== '') return stdout.trim();
      }
      return '';
    },
    30_000,
  );
}

/** The container that the setting ended; the first of a pod is told it as well. */
function ended(pods: readonly Pod[]): { pod: string; container: string; code: number } | null {
  for (const pod of pods) {
    for (const { name, state, lastState } of statusesOf(pod)) {
      const code = (state.terminated ?? lastState.terminated)?.exitCode;
      if (code === wrongSettings) return { pod: pod.metadata.name, container: name, code };
    }
  }
  return null;
}
