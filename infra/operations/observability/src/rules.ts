import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
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

/** A file of rules, which is about one subject. */
export interface RuleFile {
  readonly path: string;
  readonly subject: string;
  /** Of figures that only Kubernetes and what runs on it export. */
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
      isOfKubernetes: relative(rulesFolder, path).startsWith('kubernetes'),
      text,
      rules: parse(text).groups.flatMap(({ rules }: { rules: Rule[] }) => rules),
    };
  });

export const isAlert = (rule: Rule): rule is Alert => rule.alert !== undefined;

export const alertsOf = ({ rules }: RuleFile): readonly Alert[] => rules.filter(isAlert);
