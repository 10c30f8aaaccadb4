/** What the checks read of a rendered resource; whether all of it is right is for the schemas to say. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  metadata: { name: string; namespace?: string; labels?: Labels; annotations?: Labels };
  spec?: Spec;
  data?: Record<string, string>;
  readonly automountServiceAccountToken?: boolean;
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
  maxUnavailable?: number;
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
  ports?: { port: number; protocol?: string }[];
}

export interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
}

export interface PodSpec {
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  enableServiceLinks?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext?: { runAsNonRoot?: boolean; seccompProfile?: { type: string } };
  topologySpreadConstraints?: { topologyKey: string }[];
  containers: Container[];
  initContainers?: Container[];
}

export interface Container {
  readonly name: string;
  image: string;
  env?: EnvVar[];
  envFrom?: EnvSource[];
  ports?: { name: string; containerPort: number }[];
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: string[] };
  };
}

export interface Probe {
  httpGet?: { path: string; port: string | number };
}

export interface EnvVar {
  readonly name: string;
  value?: string;
  valueFrom?: { configMapKeyRef?: KeyRef; secretKeyRef?: KeyRef };
}

export interface KeyRef {
  name: string;
  key: string;
}

export interface EnvSource {
  configMapRef?: { name: string };
  secretRef?: { name: string; optional?: boolean };
}

export const byKind = (resources: readonly Resource[], kind: string) =>
  resources.filter((resource) => resource.kind === kind);

/** `Deployment auth-http`, for messages. */
export const titleOf = ({ kind, metadata }: Resource) => `${kind} ${metadata.name}`;

const kindsWithPods = ['Deployment', 'StatefulSet', 'Job', 'CronJob'];

/** Whether it is one of Kubernetes' own kinds that make pods; operators' kinds have templates of other forms. */
export const makesPods = ({ kind }: Resource) => kindsWithPods.includes(kind);

/** Labels of the pods that a resource makes; none when it makes none. */
export const labelsOfPods = (resource: Resource): Labels => templateOf(resource)?.metadata?.labels ?? {};

const templateOf = (resource: Resource): PodTemplate | undefined =>
  makesPods(resource) ? (resource.spec?.template ?? resource.spec?.jobTemplate?.spec.template) : undefined;

const noPod: PodSpec = { containers: [] };

export const podOf = (resource: Resource): PodSpec => templateOf(resource)?.spec ?? noPod;

export const containersOf = (resource: Resource): Container[] => [
  ...(podOf(resource).initContainers ?? []),
  ...podOf(resource).containers,
];

/** Whether a label selector selects these labels; an empty one selects all. */
export function selects(selector: Selector | undefined, labels: Labels): boolean {
  return (
    Object.entries(selector?.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
    (selector?.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`Selectors here use In only, not ${operator}`);
      return values.includes(labels[key] ?? '');
    })
  );
}

/** A name without what kustomize adds to tell a ConfigMap by what is in it. */
export const withoutHash = (name: string): string => name.replace(/-[2456789bcdfghkmt]{10}$/, '');

/** A resource as it is written, without what kustomize adds to names. */
export const withoutHashes = (resource: Resource): Resource =>
  mapped(resource, (value) => (typeof value === 'string' ? withoutHash(value) : value));

/** A copy of a value in which `change` has been at every part, the outer ones first; it is told the key of those that have one. */
export function mapped<Value>(value: Value, change: (part: unknown, key?: string) => unknown): Value {
  const within = (part: unknown, key?: string): unknown => {
    const changed = change(part, key);
    if (Array.isArray(changed)) return changed.map((each) => within(each));
    if (typeof changed !== 'object' || changed === null) return changed;
    return Object.fromEntries(Object.entries(changed).map(([name, each]) => [name, within(each, name)]));
  };
  return within(value) as Value;
}
