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
