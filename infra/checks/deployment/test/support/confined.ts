import { expect } from 'vitest';
import { byKind, containersOf, podOf, type Resource, titleOf } from '../../src/resource.ts';
import { mostConnections } from '../../src/settings.ts';

const longestStopSeconds = 25;

export const isProduct = ({ metadata }: Resource) => metadata.labels?.['app.kubernetes.io/part-of'] !== undefined;

/** Expects Pod Security `restricted`, numbered images and a graceful stop, which kube-score does not check. */
export function expectConfined(resource: Resource): void {
  const title = titleOf(resource);
  const { securityContext, ...pod } = podOf(resource);
  expect(pod, title).toMatchObject({ serviceAccountName: expect.any(String), automountServiceAccountToken: false });
  expect(securityContext, title).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  for (const { image, securityContext: own } of containersOf(resource)) {
    expect(own, title).toMatchObject({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } });
    expect(image, title).toMatch(/:[\w.-]*\d[\w.-]*(@|$)|@sha256:/);
  }
  if (!isProduct(resource) || resource.kind.endsWith('Job')) return;
  const [app] = pod.containers;
  expect(app?.readinessProbe?.httpGet?.path, title).toBe('/readyz');
  expect(app?.livenessProbe?.httpGet?.path, title).toBe('/healthz');
  const keys = pod.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey);
  expect(keys, title).toEqual(expect.arrayContaining(['kubernetes.io/hostname', 'topology.kubernetes.io/zone']));
  const delay = app?.lifecycle?.preStop?.sleep?.seconds ?? 0;
  expect(delay, title).toBeGreaterThanOrEqual(5);
  expect(pod.terminationGracePeriodSeconds ?? 30, title).toBeGreaterThan(delay + longestStopSeconds);
}

/** Expects that the database accepts all connections of the services, and ten more. */
export function expectEnoughConnections(resources: readonly Resource[]): void {
  const args = byKind(resources, 'StatefulSet').flatMap((it) => podOf(it).containers[0]?.args ?? []);
  const ofServer = args.find((arg) => arg.startsWith('max_connections='))?.split('=')[1];
  const ofCluster = byKind(resources, 'Cluster')[0]?.spec?.postgresql?.parameters?.max_connections;
  expect(Number(ofServer ?? ofCluster)).toBeGreaterThanOrEqual(mostConnections(resources) + 10);
}
