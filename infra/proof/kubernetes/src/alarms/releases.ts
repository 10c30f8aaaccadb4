import type { Cluster } from '../cluster/cluster.ts';
import type { Provocation } from './provocation.ts';

interface Deployed {
  readonly status: { readyReplicas?: number };
}

const deployment = 'deployment/library-http';

/** Has Kubernetes say after half a minute that new pods do not become ready. */
const impatient = (cluster: Cluster, seconds: number) =>
  cluster.kubectl(['patch', deployment, '-p', JSON.stringify({ spec: { progressDeadlineSeconds: seconds } })]);

/** @throws when the pods of the release before do not serve */
async function undone(cluster: Cluster): Promise<void> {
  const { status } = await cluster.get<Deployed>('deployment', 'library-http');
  await cluster.kubectl(['rollout', 'undo', deployment]);
  await impatient(cluster, 600);
  if ((status.readyReplicas ?? 0) < 2) throw new Error(`Only ${status.readyReplicas ?? 0} pods of the release before`);
}

const release = (name: string, container: object): Provocation => ({
  name,
  fires: ['ReleaseStuck'],
  begin: async ({ cluster }) => {
    await impatient(cluster, 30);
    const template = { spec: { containers: [{ name: 'app', ...container }] } };
    await cluster.kubectl(['patch', deployment, '-p', JSON.stringify({ spec: { template } })]);
  },
  end: ({ cluster }) => undone(cluster),
});

export const releases: readonly Provocation[] = [
  release('a release with a wrong setting', { env: [{ name: 'PORT', value: 'none' }] }),
  release('a release without its Secret', {
    env: [{ name: 'DATABASE_PASSWORD', valueFrom: { secretKeyRef: { name: 'nowhere', key: 'password' } } }],
  }),
  release('a release with half a Secret', {
    env: [{ name: 'REDIS_PASSWORD', valueFrom: { secretKeyRef: { name: 'redis', key: 'passwort' } } }],
  }),
  release('a release whose image cannot be had', { image: 'nightshelf/library:0.0.0-nowhere' }),
];
