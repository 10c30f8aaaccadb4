import { until } from '@nightshelf/testing/until.ts';
import { edgesOf } from '../../../deployment/src/network/edges.ts';
import { parseResources } from '../../../deployment/src/render.ts';
import { isReady, type Pod, runningPods, workloadOf } from '../cluster/pods.ts';
import { demanded, type Figure, seconds } from '../report/figure.ts';
import type { Drill, Scene } from './drill.ts';
import { privilegedPod, stranger } from './planted-pods.ts';
import { ports, probeCommand, reachedIn } from './probe.ts';

/** Longest that a network plugin may take to know a new pod. */
const fencedWithinMs = 20_000;

/** Every pod tries to reach every other one at every port that anything listens at. */
export const fenced: Drill = async (scene) => {
  const pods = await onePerWorkload(scene);
  const reached = new Set<string>();
  for (const pod of pods) for (const edge of await reachedFrom(scene, pod, pods)) reached.add(edge);
  const names = new Set(pods.map(workloadOf));
  const allowed = edgesOf(parseResources(await scene.manifests.render())).between.filter((edge) => {
    const [from = '', to = ''] = edge.replace(/:\d+$/, '').split(' -> ');
    return names.has(from) && names.has(to);
  });
  const tooMany = [...reached].filter((edge) => !allowed.includes(edge));
  const missing = allowed.filter((edge) => !reached.has(edge));
  const tried = pods.length * (pods.length - 1) * ports.length;
  return [
    demanded(
      `${tried} ways between pods tried, ${allowed.length} allowed by the policies`,
      `${reached.size} lead somewhere${listed(', of these not allowed', tooMany)}${listed('; not to be had', missing)}`,
      tooMany.length + missing.length === 0,
    ),
    await strangerIsAlone(scene, pods),
    await privilegeIsRefused(scene),
  ];
};

const listed = (what: string, edges: readonly string[]) => (edges.length === 0 ? '' : `${what}: ${edges.join(', ')}`);

async function onePerWorkload({ cluster }: Scene): Promise<Pod[]> {
  const pods = new Map<string, Pod>();
  for (const pod of await runningPods(cluster)) if (isReady(pod)) pods.set(workloadOf(pod), pod);
  return [...pods.values()];
}

async function reachedFrom({ cluster, say }: Scene, from: Pod, pods: readonly Pod[]): Promise<string[]> {
  say(`from ${workloadOf(from) || from.metadata.name}`);
  const others = pods.filter(({ metadata }) => metadata.name !== from.metadata.name);
  const addresses = others.map(({ status }) => status.podIP ?? '');
  const { code, stdout, stderr } = await cluster.exec(from.metadata.name, probeCommand(addresses));
  if (code !== 0) throw new Error(`${from.metadata.name} could not try: ${stderr.trim()}`);
  return reachedIn(stdout).flatMap(({ address, port }) => {
    const to = others.find(({ status }) => status.podIP === address);
    return to ? [`${workloadOf(from)} -> ${workloadOf(to)}:${port}`] : [];
  });
}

async function strangerIsAlone(scene: Scene, pods: readonly Pod[]): Promise<Figure> {
  const { cluster, tag } = scene;
  await cluster.kubectl(['apply', '-f', '-'], stranger(tag));
  try {
    const pod = await until(
      'the planted pod runs',
      async () => {
        const found = await cluster.get<Pod>('pod', 'stranger');
        return isReady(found) && found;
      },
      60_000,
    );
    const began = performance.now();
    const tell = async () => (await reachedFrom(scene, pod, pods)).map((edge) => edge.replace(/^ -> /, ''));
    // Network plugins may let a pod start a little before they fence it in.
    const reached = await until(
      'it reaches nothing',
      async () => ((await tell()).length === 0 ? [] : null),
      fencedWithinMs,
    ).catch(tell);
    const after = seconds(performance.now() - began);
    const seen = reached.length === 0 ? `nothing, at the latest ${after} after it runs` : reached.join(', ');
    return demanded('a pod without labels reaches', seen, reached.length === 0);
  } finally {
    await cluster.attempt(['delete', 'pod', 'stranger', '--grace-period=1', '--wait=false']);
  }
}

async function privilegeIsRefused({ cluster, tag }: Scene): Promise<Figure> {
  const { code, stderr } = await cluster.attempt(['apply', '-f', '-'], privilegedPod(tag));
  if (code === 0) await cluster.attempt(['delete', 'pod', 'privileged', '--wait=false']);
  const refused = code !== 0 && stderr.includes('violates PodSecurity');
  return demanded('a privileged pod', refused ? 'refused by the API server' : stderr.trim() || 'let in', refused);
}
