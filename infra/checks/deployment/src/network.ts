import { byKind, type Labels, labelsOfPods, type Peer, type PolicyRule, type Resource, selects } from './resource.ts';

export interface Edges {
  /** `auth/http -> postgres:5432`: connections that the policies of both ends allow. */
  readonly between: readonly string[];
  /** Connections that only one end allows, which is an error at one of them. */
  readonly halves: readonly string[];
  /** Connections into and out of the namespace: `catalog/http -> internet:443`, `anywhere -> gateway/http:8080`. */
  readonly outside: readonly string[];
  /** Pods and directions without any policy. */
  readonly unbound: readonly string[];
}

/** Pods with the same labels. */
interface Workload {
  readonly name: string;
  readonly labels: Labels;
}

/** Returns the connections that the NetworkPolicies allow, by workload. */
export function edgesOf(resources: readonly Resource[]): Edges {
  const workloads = workloadsOf(resources);
  const policies = policiesOf(resources);
  const [out, into, outside] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const unbound: string[] = [];
  for (const { name, labels } of workloads) {
    for (const direction of ['Egress', 'Ingress'] as const) {
      const isEgress = direction === 'Egress';
      const bound = policies.filter(
        ({ spec }) => spec?.policyTypes?.includes(direction) && selects(spec.podSelector, labels),
      );
      if (bound.length === 0) unbound.push(`${name} ${direction}`);
      for (const rule of bound.flatMap(({ spec }) => (isEgress ? spec?.egress : spec?.ingress) ?? [])) {
        for (const other of peersOf(isEgress ? rule.to : rule.from, workloads)) {
          const [from, to] = isEgress ? [name, other.name] : [other.name, name];
          const edges = other.isInside ? (isEgress ? out : into) : outside;
          for (const { port } of rule.ports ?? [{ port: 'any' }]) edges.add(`${from} -> ${to}:${port}`);
        }
      }
    }
  }
  const isOpenToAll = (edge: string) => outside.has(edge.replace(/^\S+/, 'anywhere'));
  const isAccepted = (edge: string) => into.has(edge) || isOpenToAll(edge);
  const halves = [...[...out].filter((edge) => !isAccepted(edge)), ...[...into].filter((edge) => !out.has(edge))];
  return { between: [...out].filter(isAccepted).sort(), halves: halves.sort(), outside: [...outside].sort(), unbound };
}

function peersOf(peers: readonly Peer[] | undefined, workloads: readonly Workload[]) {
  if (!peers) return [{ name: 'anywhere', isInside: false }];
  return peers.flatMap(({ ipBlock, namespaceSelector, podSelector }) => {
    if (ipBlock) return [{ name: ipBlock.except?.length ? 'internet' : ipBlock.cidr, isInside: false }];
    if (!namespaceSelector) {
      const selected = workloads.filter(({ labels }) => selects(podSelector, labels));
      return selected.map(({ name }) => ({ name, isInside: true }));
    }
    const [[key = '', value = ''] = []] = Object.entries(namespaceSelector.matchLabels ?? {});
    const name = key === 'kubernetes.io/metadata.name' ? `namespace ${value}` : `namespace with ${key}`;
    return [{ name, isInside: false }];
  });
}

const providesPostgres = { 'nightshelf.example/provides': 'postgres' };
const providesKafka = { 'nightshelf.example/provides': 'kafka' };
const entityOperator = { 'strimzi.io/name': 'kafka-entity-operator' };

/** Returns the workloads of the manifests, and those that operators create. */
function workloadsOf(resources: readonly Resource[]): Workload[] {
  const workloads = new Map<string, Labels>();
  for (const labels of resources.map(labelsOfPods)) {
    const name = [labels['app.kubernetes.io/name'], labels['app.kubernetes.io/component']].filter(Boolean).join('/');
    if (name) workloads.set(name, labels);
  }
  const isCloudNativePg = ({ kind, apiVersion }: Resource) => kind === 'Cluster' && apiVersion.includes('cnpg.io/');
  if (resources.some(isCloudNativePg)) workloads.set('postgres', providesPostgres);
  if (byKind(resources, 'Kafka').length > 0) {
    workloads.set('kafka', providesKafka).set('kafka-entity-operator', entityOperator);
  }
  return [...workloads].map(([name, labels]) => ({ name, labels }));
}

/** Returns the policies of the manifests, with those that Strimzi writes over ours of the same names. */
function policiesOf(resources: readonly Resource[]): Resource[] {
  const ingressPolicy = (name: string, matchLabels: Labels, ingress: PolicyRule[]): Resource => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name },
    spec: { podSelector: { matchLabels }, policyTypes: ['Ingress'], ingress },
  });
  const peer = (matchLabels: Labels): Peer[] => [{ podSelector: { matchLabels } }];
  const strimzi = byKind(resources, 'Kafka').flatMap(({ metadata: { name }, spec }) => [
    ingressPolicy(`${name}-network-policy-kafka`, providesKafka, [
      ...(spec?.kafka?.listeners ?? []).map(({ port, networkPolicyPeers: from }) => ({
        ...(from ? { from } : {}),
        ports: [{ port }],
      })),
      { from: peer(providesKafka), ports: [{ port: 9090 }, { port: 9091 }] },
      { from: peer(entityOperator), ports: [{ port: 9091 }] },
    ]),
    ingressPolicy(`${name}-entity-operator`, entityOperator, [{ ports: [{ port: 8080 }, { port: 8081 }] }]),
  ]);
  const names = new Set(strimzi.map(({ metadata }) => metadata.name));
  return [...byKind(resources, 'NetworkPolicy').filter(({ metadata }) => !names.has(metadata.name)), ...strimzi];
}
