import { join } from 'node:path';
import { components, folder, type RuleFile } from './rules.ts';

const root = join(folder, '../../../k8s/components');

/** Folders of Kubernetes' copies, beside the kustomizations that name them. */
export const kubernetesFolders = Object.values(components).map((name) => join(root, name, 'rules'));

/** Where the copy of a file of rules is. */
export function kubernetesPath({ component, subject }: RuleFile): string {
  return join(root, component, 'rules', `${subject}.yaml`);
}

/**
 * A file of rules as the Prometheus Operator takes it: kustomize cannot read what lies outside of its folder. Alerts have the namespace as
 * a label, which most expressions sum away: by it the operator gives them to the AlertmanagerConfig of the namespace, or to nobody.
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
