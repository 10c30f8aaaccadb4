import { byKind, type Labels, labelsOfPods, type Peer, type Resource } from '../resource.ts';

/** Pods that are alike to the network. */
export interface Workload {
  readonly name: string;
  readonly labels: Labels;
}

/** The pods of the manifests, and those that operators make of their resources. */
export function workloadsOf(resources: readonly Resource[]): Workload[] {
  const workloads = new Map<string, Workload>();
  for (const resource of resources) {
    const labels = labelsOfPods(resource);
    const name = [labels['app.kubernetes.io/name'], labels['app.kubernetes.io/component']].filter(Boolean).join('/');
    if (name) workloads.set(name, { name, labels });
  }
  const isCluster = ({ kind, apiVersion }: Resource) =>
    kind === 'Cluster' && apiVersion.startsWith('postgresql.cnpg.io');
  if (resources.some(isCluster)) add(workloads, 'postgres', { 'nightshelf.example/provides': 'postgres' });
  if (byKind(resources, 'Kafka').length > 0) {
    add(workloads, 'kafka', { 'nightshelf.example/provides': 'kafka' });
    add(workloads, 'kafka-entity-operator', { 'strimzi.io/name': 'kafka-entity-operator' });
  }
  return [...workloads.values()];
}

const add = (workloads: Map<string, Workload>, name: string, labels: Labels) => workloads.set(name, { name, labels });

/** The policies of the manifests, and those that Strimzi writes for its pods, over ours of the same names. */
export function policiesOf(resources: readonly Resource[]): Resource[] {
  const brokers = { matchLabels: { 'nightshelf.example/provides': 'kafka' } };
  const operator = { matchLabels: { 'strimzi.io/name': 'kafka-entity-operator' } };
  const strimzi = byKind(resources, 'Kafka').flatMap((kafka) => {
    const listeners = (kafka.spec?.kafka?.listeners ?? []).map(({ port, networkPolicyPeers }) => ({
      ...(networkPolicyPeers ? { from: networkPolicyPeers as Peer[] } : {}),
      ports: [{ port }],
    }));
    const { name } = kafka.metadata;
    return [
      wayIn(`${name}-network-policy-kafka`, brokers, [
        ...listeners,
        { from: [{ podSelector: brokers }], ports: [{ port: 9090 }, { port: 9091 }] },
        { from: [{ podSelector: operator }], ports: [{ port: 9091 }] },
      ]),
      wayIn(`${name}-entity-operator`, operator, [{ ports: [{ port: 8080 }, { port: 8081 }] }]),
    ];
  });
  const names = new Set(strimzi.map(({ metadata }) => metadata.name));
  return [...byKind(resources, 'NetworkPolicy').filter(({ metadata }) => !names.has(metadata.name)), ...strimzi];
}

const wayIn = (name: string, podSelector: object, ingress: readonly object[]) =>
  ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name },
    spec: { podSelector, policyTypes: ['Ingress'], ingress },
  }) as Resource;
