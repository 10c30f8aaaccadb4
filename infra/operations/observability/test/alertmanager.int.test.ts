import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@nightshelf/testing';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { kubernetesPath } from '../src/kubernetes-rules.ts';
import { alertsOf, folder, ruleFiles } from '../src/rules.ts';
import { AlertmanagerServer, type AlertmanagerSpec, type KnownAlert } from './alertmanager-server.ts';
import { findAlertmanager } from './find-programs.ts';

const program = findAlertmanager();
const read = (path: string) => parse(readFileSync(path, 'utf8'));
const spec = read(join(folder, '../../../k8s/components/alertmanager/alertmanager-config.yaml'))
  .spec as AlertmanagerSpec;
const names = ruleFiles.flatMap(alertsOf).map(({ alert }) => alert);

test('every inhibiting or inhibited alert exists, and none inhibits itself', () => {
  for (const { sourceMatch, targetMatch } of spec.inhibitRules) {
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

describe.skipIf(!program && process.env.CI !== 'true')('a real Alertmanager', () => {
  const copy = temporaryFolder();
  let alertmanager: AlertmanagerServer;
  beforeAll(async () => {
    alertmanager = await AlertmanagerServer.start(program ?? 'alertmanager', copy, spec);
  });
  afterAll(() => alertmanager?.stop());

  /** Waits for this number of alerts. */
  async function known(count: number): Promise<readonly KnownAlert[]> {
    return until('all are there', async () => {
      const alerts = await alertmanager.alerts();
      return alerts.length === count && alerts;
    });
  }
  const quiet = (alerts: readonly KnownAlert[]) =>
    alerts
      .filter(({ status }) => status.inhibitedBy.length > 0)
      .map(({ labels }) => `${labels.alertname} ${labels.service ?? ''}`.trim())
      .sort();

  test('pages for critical alerts, creates tickets for the rest, and inhibits consequences of a cause', async () => {
    await alertmanager.fire([
      { alertname: 'RelayUnseen', severity: 'page', service: 'library' },
      { alertname: 'ConsumersUnseen', severity: 'ticket', service: 'social' },
      { alertname: 'RequestsFail', severity: 'ticket', route: 'library' },
      { alertname: 'RequestsFail', severity: 'ticket', namespace: 'another-product' },
    ]);
    const first = await known(4);
    const reached = Object.fromEntries(
      first.map(({ labels, receivers }) => [
        `${labels.alertname} ${labels.namespace}`,
        receivers.map(({ name }) => name),
      ]),
    );
    expect(reached).toEqual({
      'RelayUnseen nightshelf': ['page'],
      'ConsumersUnseen nightshelf': ['ticket'],
      'RequestsFail nightshelf': ['ticket'],
      'RequestsFail another-product': ['default'],
    });
    expect(quiet(first)).toEqual([]);

    await alertmanager.fire([{ alertname: 'ProcessUnseen', severity: 'page', service: 'library' }]);
    await until('what it has caused is quiet', async () => quiet(await known(5)).length > 0);
    const second = await known(5);
    // The alert of social has another cause.
    expect(quiet(second)).toEqual(['RelayUnseen library', 'RequestsFail']);
    expect(second.filter(({ labels }) => labels.namespace === 'another-product')).toMatchObject([
      { status: { inhibitedBy: [] } },
    ]);
  });
});
