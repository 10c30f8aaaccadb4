import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { alertsOf, folder, kubernetesPath, ruleFiles } from '../src/rules.ts';

const read = (path: string) => parse(readFileSync(path, 'utf8'));

interface Matcher {
  readonly name: string;
  readonly value: string;
}

const { inhibitRules }: { inhibitRules: { sourceMatch: Matcher[]; targetMatch: Matcher[] }[] } = read(
  join(folder, '../../../k8s/components/alertmanager/alertmanager-config.yaml'),
).spec;
const names = ruleFiles.flatMap(alertsOf).map(({ alert }) => alert);

test('every inhibiting or inhibited alert exists, and none inhibits itself', () => {
  for (const { sourceMatch, targetMatch } of inhibitRules) {
    const [sources, targets] = [sourceMatch, targetMatch].map((matchers) =>
      matchers.filter(({ name }) => name === 'alertname').flatMap(({ value }) => value.split('|')),
    );
    expect(sources).not.toEqual([]);
    expect([...(sources ?? []), ...(targets ?? [])].filter((name) => !names.includes(name))).toEqual([]);
    expect(targets?.filter((name) => sources?.includes(name))).toEqual([]);
  }
});

test.each(ruleFiles.filter((file) => alertsOf(file).length > 0))(
  'on Kubernetes, alerts on $subject have the namespace label that the operator routes by',
  (file) => {
    const rules = read(kubernetesPath(file)).spec.groups.flatMap(({ rules }: { rules: object[] }) => rules);
    for (const rule of rules.filter((one: { alert?: string }) => one.alert)) {
      expect((rule as { labels: object }).labels).toEqual({
        severity: expect.stringMatching(/^(page|ticket)$/),
        namespace: 'nightshelf',
      });
    }
  },
);
