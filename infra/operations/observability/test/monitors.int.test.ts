import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { folder, ruleFiles } from '../src/rules.ts';

const root = join(folder, '../../..');
const componentsFolder = join(root, 'k8s/components');

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly podMetricsEndpoints?: readonly { readonly relabelings?: readonly Relabeling[] }[] };
}

interface Relabeling {
  readonly sourceLabels: readonly string[];
  readonly regex: string;
  readonly action: string;
}

const resources = globSync('**/*.yaml', { cwd: componentsFolder })
  .flatMap((path) => parseAllDocuments(readFileSync(join(componentsFolder, path), 'utf8')))
  .map((document) => document.toJS() as Resource | null)
  .filter((resource) => resource !== null);
const named = (kind: string) =>
  resources.flatMap((resource) => (resource.kind === kind ? [resource.metadata.name] : []));

/** @returns the patterns that alerts use for a label of a metric, anchored like Prometheus anchors them */
function patternsOf(figure: string, label: string): RegExp[] {
  const exprs = ruleFiles.flatMap(({ rules }) => rules.flatMap(({ expr, alert }) => (alert ? [expr] : [])));
  const found = exprs.flatMap((expr) => [
    ...expr.matchAll(new RegExp(`\\b${figure}\\{[^}]*\\b${label}=~"([^"]+)"`, 'g')),
  ]);
  return found.map(([, pattern]) => new RegExp(`^(?:${pattern})$`));
}

// The Prometheus Operator names a job after namespace and PodMonitor; `redis-sentinels` has the exporter of `redis`.
test.each(named('PodMonitor').filter((name) => name !== 'redis-sentinels'))(
  'an alert covers unreachable pods of PodMonitor %s',
  (name) => {
    expect(patternsOf('up', 'job').filter((pattern) => pattern.test(`nightshelf/${name}`))).not.toEqual([]);
  },
);

test('the runbook names existing PodMonitors', () => {
  const texts = globSync('docs/operations/**/*.md', { cwd: root }).map((path) =>
    readFileSync(join(root, path), 'utf8'),
  );
  const documented = texts.flatMap((text) => [...text.matchAll(/PodMonitor `([^`]+)`/g)].map(([, name]) => name));
  expect(documented.length).toBeGreaterThan(3);
  expect(named('PodMonitor')).toEqual(expect.arrayContaining(documented));
});

test.each(named('Certificate'))('an alert covers the expiry of certificate %s', (name) => {
  const patterns = patternsOf('certmanager_certificate_expiration_timestamp_seconds', 'name');
  expect(patterns.filter((pattern) => pattern.test(name))).toHaveLength(2);
});

// A pod that waits for the schema has an address but does not listen yet: `up` would be 0, and ProcessDown would page.
test('does not scrape pending pods', () => {
  const [monitor] = resources.filter(({ kind, metadata }) => kind === 'PodMonitor' && metadata.name === 'nightshelf');
  for (const { relabelings = [] } of monitor?.spec.podMetricsEndpoints ?? [{}]) {
    const drops = relabelings.filter(
      ({ action, sourceLabels, regex }) =>
        action === 'drop' &&
        `${sourceLabels}` === '__meta_kubernetes_pod_phase' &&
        new RegExp(`^(?:${regex})$`).test('Pending'),
    );
    expect(drops).toHaveLength(1);
  }
});
