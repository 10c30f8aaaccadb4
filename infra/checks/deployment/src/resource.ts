/** A rendered resource, as far as the checks read it. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  metadata: { name: string; namespace?: string; labels?: Labels; annotations?: Labels };
  spec?: Spec;
  data?: Record<string, string>;
}

export type Labels = Readonly<Record<string, string>>;

export interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

export interface Spec {
  replicas?: number;
  selector?: Selector;
  template?: PodTemplate;
  jobTemplate?: { spec: { template: PodTemplate } };
  scaleTargetRef?: { name: string };
  maxReplicas?: number;
  maxReplicaCount?: number;
  triggers?: { type: string; metadata: Record<string, string> }[];
  fallback?: { behavior?: string };
  targets?: { staticConfig: { static: string[] } };
  prober?: { url: string };
  podMetricsEndpoints?: { port: string; path?: string; scrapeTimeout?: string }[];
  podSelector?: Selector;
  policyTypes?: string[];
  ingress?: PolicyRule[];
  egress?: PolicyRule[];
  partitions?: number;
  config?: Record<string, unknown>;
  target?: { name: string; template?: { metadata?: { labels?: Labels } } };
  data?: { secretKey: string }[];
  kafka?: { listeners: { port: number; networkPolicyPeers?: Peer[] }[] };
  postgresql?: { parameters?: Record<string, string> };
  managed?: { roles: { passwordSecret: { name: string } }[] };
  parentRefs?: { sectionName?: string }[];
  rules?: { timeouts?: { request?: string } }[];
}

export interface PodTemplate {
  metadata?: { labels?: Labels; annotations?: Labels };
  spec: PodSpec;
}

export interface PolicyRule {
  from?: Peer[];
  to?: Peer[];
  ports?: { port: number }[];
}

export interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
}

export interface PodSpec {
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext?: { runAsNonRoot?: boolean; seccompProfile?: { type: string } };
  topologySpreadConstraints?: { topologyKey: string }[];
  containers: Container[];
  initContainers?: Container[];
}

type KeyRef = { name: string; key: string };

export interface Container {
  readonly name: string;
  image: string;
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: { configMapKeyRef?: KeyRef; secretKeyRef?: KeyRef } }[];
  envFrom?: { configMapRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  readinessProbe?: { httpGet?: { path: string } };
  livenessProbe?: { httpGet?: { path: string } };
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: string[] };
  };
}

export const byKind = (resources: readonly Resource[], kind: string) =>
  resources.filter((resource) => resource.kind === kind);

/** `Deployment auth-http`, for messages. */
export const titleOf = ({ kind, metadata }: Resource) => `${kind} ${metadata.name}`;

/** Kubernetes' own kinds; operators' kinds have other pod templates. */
const templateOf = ({ kind, spec }: Resource): PodTemplate | undefined =>
  ['Deployment', 'StatefulSet', 'Job', 'CronJob'].includes(kind)
    ? (spec?.template ?? spec?.jobTemplate?.spec.template)
    : undefined;

export const makesPods = (resource: Resource) => templateOf(resource) !== undefined;
export const labelsOfPods = (resource: Resource): Labels => templateOf(resource)?.metadata?.labels ?? {};
export const podOf = (resource: Resource): PodSpec => templateOf(resource)?.spec ?? { containers: [] };
export const containersOf = (resource: Resource): Container[] => [
  ...(podOf(resource).initContainers ?? []),
  ...podOf(resource).containers,
];

/** Whether a selector matches these labels; an empty selector matches all. */
export function selects(selector: Selector | undefined, labels: Labels): boolean {
  return (
    Object.entries(selector?.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
    (selector?.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`Only the operator In is supported, not ${operator}`);
      return values.includes(labels[key] ?? '');
    })
  );
}

/** A name without the content hash that kustomize appends to ConfigMaps. */
export const withoutHash = (name: string): string => name.replace(/-[2456789bcdfghkmt]{10}$/, '');

export const withoutHashes = (resource: Resource): Resource =>
  mapped(resource, (value) => (typeof value === 'string' ? withoutHash(value) : value));

/** A copy of a value with `change` applied to every part, outer parts first. */
export function mapped<Value>(value: Value, change: (part: unknown, key?: string) => unknown): Value {
  const within = (part: unknown, key?: string): unknown => {
    const changed = change(part, key);
    if (Array.isArray(changed)) return changed.map((each) => within(each));
    if (typeof changed !== 'object' || changed === null) return changed;
    return Object.fromEntries(Object.entries(changed).map(([name, each]) => [name, within(each, name)]));
  };
  return within(value) as Value;
}
