import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';

export const folder = join(import.meta.dirname, '..');

const rulesFolder = join(folder, 'prometheus', 'rules');

export interface Rule {
  readonly expr: string;
  /** A rule either alerts or records. */
  readonly alert?: string;
  readonly record?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: { readonly summary: string; readonly runbook: string };
}

export interface Alert extends Rule {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

/** Kubernetes components that have rules, by the folder of those rules. */
export const components = {
  '.': 'prometheus',
  kubernetes: 'prometheus-data-tier',
  'outside-probe': 'outside-probe',
} as const;

type Folder = keyof typeof components;
type Component = (typeof components)[Folder];

/** A file of rules on one subject. */
export interface RuleFile {
  readonly path: string;
  readonly subject: string;
  /** The Kubernetes component that contains the file. */
  readonly component: Component;
  /** Whether only Kubernetes and its components export the metrics. */
  readonly isOfKubernetes: boolean;
  readonly text: string;
  readonly rules: readonly Rule[];
}

export const ruleFiles: readonly RuleFile[] = globSync('**/*.yml', { cwd: rulesFolder })
  .sort()
  .map((name) => {
    const path = join(rulesFolder, name);
    const text = readFileSync(path, 'utf8');
    return {
      path,
      subject: basename(name, '.yml'),
      component: components[dirname(name) as Folder],
      isOfKubernetes: dirname(name) !== '.',
      text,
      rules: parse(text).groups.flatMap(({ rules }: { rules: Rule[] }) => rules),
    };
  });

export const isAlert = (rule: Rule): rule is Alert => rule.alert !== undefined;

export const alertsOf = ({ rules }: RuleFile): readonly Alert[] => rules.filter(isAlert);

const manifests = join(folder, '../../../k8s/components');

/** Folders of the Kubernetes copies, beside the kustomizations that list them. */
export const kubernetesFolders = Object.values(components).map((name) => join(manifests, name, 'rules'));

/** Returns the path of a rule file's Kubernetes copy. */
export function kubernetesPath({ component, subject }: RuleFile): string {
  return join(manifests, component, 'rules', `${subject}.yaml`);
}

/**
 * Converts a rule file for the Prometheus Operator, because kustomize cannot read files outside its folder. Alerts get
 * a namespace label, which most expressions aggregate away: the operator routes alerts to the namespace's
 * AlertmanagerConfig by it.
 */
export function kubernetesRule({ subject, text }: RuleFile): string {
  const groups = text.slice(text.indexOf('groups:'));
  const labelled = groups.replace(/labels: \{ severity: (\w+) \}/g, 'labels: { severity: $1, namespace: nightshelf }');
  const indented = labelled.trimEnd().replace(/^(?=.)/gm, '  ');
  return `# Written by \`npm run alerts\` from infra/operations/observability/prometheus/rules.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: nightshelf-${subject}
spec:
${indented}
`;
}
