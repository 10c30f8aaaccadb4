import { type Peer, type PolicyRule, type Resource, selects } from '../resource.ts';
import { policiesOf, type Workload, workloadsOf } from './workloads.ts';

export interface Edges {
  /** `auth/http -> postgres:5432`: what pods may open to each other, as both ends say. */
  readonly between: readonly string[];
  /** Edges that one end allows and the other does not, which is an error on one of them. */
  readonly halves: readonly string[];
  /** What leads out of the namespace or comes from outside: `catalog/http -> internet:443`, `anywhere -> gateway/http:8080`. */
  readonly outside: readonly string[];
  /** Pods that no policy holds back in a direction. */
  readonly unbound: readonly string[];
}

type Direction = 'Egress' | 'Ingress';

/** What the NetworkPolicies of the manifests allow, pod by pod. */
export function edgesOf(resources: readonly Resource[]): Edges {
  const workloads = workloadsOf(resources);
  const policies = policiesOf(resources);
  const out = new Set<string>();
  const into = new Set<string>();
  const outside = new Set<string>();
  const unbound: string[] = [];
  for (const workload of workloads) {
    for (const direction of ['Egress', 'Ingress'] as const) {
      const rules = rulesOf(workload, direction, policies);
      if (!rules) unbound.push(`${workload.name} ${direction}`);
      for (const rule of rules ?? []) {
        for (const other of othersOf(rule, direction, workloads)) {
          const [from, to] = direction === 'Egress' ? [workload.name, other.name] : [other.name, workload.name];
          const edges = other.inside ? (direction === 'Egress' ? out : into) : outside;
          for (const { port } of rule.ports ?? [{ port: 'any' }]) edges.add(`${from} -> ${to}:${port}`);
        }
      }
    }
  }
  const openToAll = (edge: string) => outside.has(edge.replace(/^\S+/, 'anywhere'));
  const halves = [
    ...[...out].filter((edge) => !into.has(edge) && !openToAll(edge)),
    ...[...into].filter((edge) => !out.has(edge)),
  ];
  const between = [...out].filter((edge) => into.has(edge) || openToAll(edge));
  return { between: between.sort(), halves: halves.sort(), outside: [...outside].sort(), unbound };
}

/** What policies allow a workload in a direction; undefined where none selects it, so that all is allowed. */
function rulesOf(workload: Workload, direction: Direction, policies: readonly Resource[]): PolicyRule[] | undefined {
  const bound = policies.filter(
    ({ spec }) => spec?.policyTypes?.includes(direction) && selects(spec.podSelector, workload.labels),
  );
  if (bound.length === 0) return undefined;
  return bound.flatMap(({ spec }) => (direction === 'Egress' ? spec?.egress : spec?.ingress) ?? []);
}

interface Other {
  readonly name: string;
  readonly inside: boolean;
}

function othersOf(rule: PolicyRule, direction: Direction, workloads: readonly Workload[]): Other[] {
  const peers = direction === 'Egress' ? rule.to : rule.from;
  if (!peers) return [{ name: 'anywhere', inside: false }];
  return peers.flatMap((peer): Other[] => {
    if (!peer.ipBlock && !peer.namespaceSelector) {
      return workloads
        .filter(({ labels }) => selects(peer.podSelector, labels))
        .map(({ name }) => ({ name, inside: true }));
    }
    return [{ name: nameOf(peer), inside: false }];
  });
}

function nameOf({ ipBlock, namespaceSelector }: Peer): string {
  if (ipBlock) return ipBlock.except?.length ? 'internet' : ipBlock.cidr;
  const [[key = '', value = ''] = []] = Object.entries(namespaceSelector?.matchLabels ?? {});
  return key === 'kubernetes.io/metadata.name' ? `namespace ${value}` : `namespace with ${key}`;
}
