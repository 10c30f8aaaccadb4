import { join } from 'node:path';
import { folder, type RuleFile } from './rules.ts';

export const kubernetesFolder = join(folder, '../../../k8s/components/prometheus/rules');

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
