import { join } from 'node:path';
import { components, folder, type RuleFile } from './rules.ts';

const root = join(folder, '../../../k8s/components');

/** Folders of the Kubernetes copies, beside the kustomizations that list them. */
export const kubernetesFolders = Object.values(components).map((name) => join(root, name, 'rules'));

/** Returns the path of a rule file's Kubernetes copy. */
export function kubernetesPath({ component, subject }: RuleFile): string {
  return join(root, component, 'rules', `${subject}.yaml`);
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
