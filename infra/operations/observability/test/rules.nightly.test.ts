import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import {
  alertsOf,
  folder,
  kubernetesFolders,
  kubernetesPath,
  kubernetesRule,
  type Rule,
  type RuleFile,
  ruleFiles,
} from '../src/rules.ts';
import { findPromtool, promtoolFolder } from './find-programs.ts';
import { absences, dataTierMetrics, metricsIn, optional } from './metrics.ts';
import { casesOf, promtoolTests } from './promtool-tests.ts';

const promtool = findPromtool();

const dashboards = join(folder, 'grafana', 'dashboards');

/** @returns promtool's errors, empty when there are none */
function faultsOf(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(promtool ?? 'promtool', args, { encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}\n${stderr}`;
}

const alerts = ruleFiles.flatMap((file) => alertsOf(file).map((rule) => ({ ...rule, file })));

describe.skipIf(!promtool && process.env.CI !== 'true')('checked by promtool', () => {
  mkdirSync(promtoolFolder, { recursive: true });

  test('every rule is well formed', () => {
    expect(faultsOf('check', 'rules', ...ruleFiles.map(({ path }) => path))).toBe('');
  });

  test('every expression of the dashboards is well formed', () => {
    const panels = globSync('*.json', { cwd: dashboards }).flatMap(
      (name) => JSON.parse(readFileSync(join(dashboards, name), 'utf8')).panels,
    );
    const rules = panels.flatMap(({ targets }) =>
      targets.map(({ expr }: Rule, index: number) => ({ record: `panel:${index}`, expr })),
    );
    expect(rules.length).toBeGreaterThan(30);
    const path = join(promtoolFolder, 'dashboards.yml');
    // Duplicates are not an error in the expression.
    writeFileSync(path, stringify({ groups: rules.map((rule, index) => ({ name: `${index}`, rules: [rule] })) }));
    expect(faultsOf('check', 'rules', '--lint=none', path)).toBe('');
  });

  /** @returns the test files written for the rule file */
  function written(file: RuleFile): string[] {
    return promtoolTests(file).map((text, index) => {
      const path = join(promtoolFolder, `${file.subject}-${index}.yml`);
      writeFileSync(path, text);
      return path;
    });
  }

  test.each(ruleFiles.filter((file) => alertsOf(file).length > 0))('alerts on $subject fire and resolve', (file) => {
    expect(faultsOf('test', 'rules', ...written(file))).toBe('');
  });
});

test.each(alerts)('alert $alert has a case in which it fires and one in which it does not', ({ alert, file }) => {
  const cases = casesOf(file).filter((one) => one.alert === alert);
  expect(cases.flatMap(({ fires = {} }) => Object.keys(fires))).not.toEqual([]);
  expect(cases.flatMap(({ quiet = [] }) => quiet)).not.toEqual([]);
});

test.each(alerts)('alert $alert links to an entry of the runbook', ({ alert, annotations }) => {
  const [path = '', entry] = annotations.runbook.split('#');
  expect(path).toMatch(/^docs\/operations\/alerts(\/[\w-]+)?\.md$/);
  expect(entry).toBe(alert.toLowerCase());
  expect(readFileSync(join(folder, '../../..', path), 'utf8')).toContain(`\n## ${alert}\n`);
});

test.each(ruleFiles.filter(({ isOfKubernetes }) => isOfKubernetes))(
  'every metric on $subject has a known source',
  ({ rules }) => {
    const known = [...dataTierMetrics, ...rules.flatMap(({ record = [] }) => record)];
    expect(rules.flatMap(({ expr }) => metricsIn(expr)).filter((name) => !known.includes(name))).toEqual([]);
  },
);

test.each(alerts)('another alert reports missing metrics of alert $alert', ({ alert, expr }) => {
  if (expr.trim().startsWith('absent(')) return;
  const metrics = metricsIn(expr).filter((name) => !optional.some((figure) => figure.test(name)));
  const twins = metrics.map((name) => absences.find(([figure]) => figure.test(name))?.[1] ?? `none for ${name}`);
  const absent = alerts.filter((one) => one.expr.includes('absent(')).map((one) => one.alert);
  expect(
    twins.filter((twin) => !absent.includes(twin)),
    alert,
  ).toEqual([]);
});

test('alert names are unique', () => {
  const names = alerts.map(({ alert }) => alert);
  expect([...new Set(names)]).toEqual(names);
});

test('Kubernetes has the same rules under its own names', () => {
  for (const file of ruleFiles) expect(readFileSync(kubernetesPath(file), 'utf8')).toBe(kubernetesRule(file));
  for (const copies of kubernetesFolders) {
    const written = globSync('*.yaml', { cwd: copies }).map((name) => join(copies, name));
    expect(ruleFiles.map(kubernetesPath)).toEqual(expect.arrayContaining(written));
    const { resources } = parse(readFileSync(join(copies, '..', 'kustomization.yaml'), 'utf8'));
    expect(resources).toEqual(expect.arrayContaining(written.map((path) => `rules/${basename(path)}`)));
  }
});

test('docker compose has all rules except those on Kubernetes metrics', () => {
  const { rule_files } = parse(readFileSync(join(folder, 'prometheus', 'prometheus.yml'), 'utf8'));
  const expected = ruleFiles.filter(({ isOfKubernetes }) => !isOfKubernetes);
  expect(rule_files).toEqual(['/etc/prometheus/rules/*.yml']);
  expect(expected.length).toBeGreaterThan(2);
});
