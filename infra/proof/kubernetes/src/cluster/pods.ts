import type { Cluster } from './cluster.ts';

export interface ContainerStatus {
  readonly name: string;
  readonly image?: string;
  readonly restartCount: number;
  readonly state: { waiting?: { reason: string; message?: string }; terminated?: Terminated };
  readonly lastState: { terminated?: Terminated };
}

interface Terminated {
  readonly exitCode: number;
}

export interface Pod {
  readonly metadata: { name: string; labels?: Record<string, string>; deletionTimestamp?: string };
  readonly spec: { containers: { name: string; image: string }[] };
  readonly status: {
    phase: string;
    podIP?: string;
    conditions?: { type: string; status: string }[];
    initContainerStatuses?: ContainerStatus[];
    containerStatuses?: ContainerStatus[];
  };
}

/** `auth/http`, `postgres`: the pods that are alike. */
export const workloadOf = ({ metadata: { labels = {} } }: Pod) =>
  [labels['app.kubernetes.io/name'], labels['app.kubernetes.io/component']].filter(Boolean).join('/');

export const isReady = ({ status }: Pod) =>
  status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false;

export const statusesOf = ({ status }: Pod) => [
  ...(status.initContainerStatuses ?? []),
  ...(status.containerStatuses ?? []),
];

/** @throws when there is none */
export function named(pod: Pod | undefined): string {
  if (!pod) throw new Error('There is no such pod');
  return pod.metadata.name;
}

/** Pods that stay: neither of Jobs nor about to go. */
export async function runningPods(cluster: Cluster, selector = ''): Promise<Pod[]> {
  const pods = await cluster.list<Pod>('pods', selector);
  return pods.filter(
    ({ metadata }) => !metadata.deletionTimestamp && metadata.labels?.['app.kubernetes.io/component'] !== 'migration',
  );
}

/** Pods of the product itself, without its servers and stand-ins. */
export const productPods = (cluster: Cluster) => runningPods(cluster, 'app.kubernetes.io/part-of=nightshelf');
