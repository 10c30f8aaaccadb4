import { type Container, containersOf, makesPods, podOf, type Resource, titleOf } from '../resource.ts';

/** Longest that a process takes to stop before it ends anyway, in seconds: the platform's own limit. */
const longestStop = 25;

/** What every pod owes the cluster it runs on. */
export const podFaults = (resources: readonly Resource[]): string[] =>
  resources
    .filter(makesPods)
    .flatMap((resource) =>
      [...faultsOfPod(resource), ...faultsOfKind(resource)].map((fault) => `${titleOf(resource)}: ${fault}`),
    );

function faultsOfPod(resource: Resource): string[] {
  const pod = podOf(resource);
  return [
    pod.serviceAccountName ? '' : 'runs as the default service account',
    pod.automountServiceAccountToken === false ? '' : 'has a service account token',
    pod.enableServiceLinks === false ? '' : 'is told of Services by variables',
    pod.securityContext?.runAsNonRoot ? '' : 'may run as root',
    pod.securityContext?.seccompProfile?.type === 'RuntimeDefault' ? '' : 'has no seccomp profile',
    ...containersOf(resource).flatMap(faultsOfContainer),
  ].filter(Boolean);
}

function faultsOfContainer({ name, securityContext, resources }: Container): string[] {
  return [
    securityContext?.allowPrivilegeEscalation === false ? '' : `${name} may gain privileges`,
    securityContext?.capabilities?.drop?.includes('ALL') ? '' : `${name} keeps capabilities`,
    resources?.requests?.cpu && resources.requests.memory ? '' : `${name} asks for no CPU or memory`,
    resources?.limits?.memory ? '' : `${name} has no limit of memory`,
  ];
}

function faultsOfKind(resource: Resource): string[] {
  if (resource.kind.endsWith('Job')) return [];
  const { startupProbe, readinessProbe, livenessProbe } = podOf(resource).containers[0] ?? {};
  const distinct = JSON.stringify(readinessProbe) !== JSON.stringify(livenessProbe);
  const probes =
    startupProbe && readinessProbe && livenessProbe && distinct ? [] : ['lacks a probe, or two of them ask the same'];
  return resource.metadata.labels?.['app.kubernetes.io/part-of'] ? [...probes, ...faultsOfProduct(resource)] : probes;
}

/** Of the product's own processes, many of which run at once and come and go. */
function faultsOfProduct(resource: Resource): string[] {
  const pod = podOf(resource);
  const app = pod.containers[0];
  const spread = pod.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey) ?? [];
  const sleep = app?.lifecycle?.preStop?.sleep?.seconds ?? 0;
  return [
    app?.securityContext?.readOnlyRootFilesystem ? '' : 'writes to its root file system',
    app?.readinessProbe?.httpGet?.path === '/readyz' ? '' : 'is ready without being asked at /readyz',
    app?.livenessProbe?.httpGet?.path === '/healthz' ? '' : 'is alive without being asked at /healthz',
    spread.includes('kubernetes.io/hostname') ? '' : 'is not spread over nodes',
    spread.includes('topology.kubernetes.io/zone') ? '' : 'is not spread over zones',
    sleep >= 5 ? '' : 'stops before the cluster knows of it',
    (pod.terminationGracePeriodSeconds ?? 30) > sleep + longestStop ? '' : 'is killed before it has stopped',
  ].filter(Boolean);
}
