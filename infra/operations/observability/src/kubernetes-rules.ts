import { join } from 'node:path';
import { folder, type RuleFile } from './rules.ts';

const components = join(folder, '../../../k8s/components');

/** Folders of Kubernetes' copies, beside the kustomizations that name them. */
export const kubernetesFolders = ['prometheus', 'prometheus-data-tier'].map((name) => join(components, name, 'rules'));

/** Where the copy of a file of rules is. */
export function kubernetesPath({ isOfKubernetes, subject }: RuleFile): string {
  return join(components, isOfKubernetes ? 'prometheus-data-tier' : 'prometheus', 'rules', `${subject}.yaml`);
}

/** A file of rules as the Prometheus Operator takes it: kustomize cannot read what lies outside of its folder. */
export function kubernetesRule({ subject, text }: RuleFile): string {
  const groups = text.slice(text.indexOf('groups:'));
  const indented = groups.trimEnd().replace(/^(?=.)/gm, '  ');
  return `# Written by \`npm run alerts\` from infra/operations/observability/prometheus/rules.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: nightshelf-${subject}
spec:
${indented}
`;
}
