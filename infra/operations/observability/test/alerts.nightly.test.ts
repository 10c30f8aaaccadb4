import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningProduct, startProduct } from '@nightshelf/local';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertsOf, folder, ruleFiles } from '../src/rules.ts';
import { dataTierMetrics, metricsIn } from './metrics.ts';

const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');

const ours = ruleFiles.filter(({ isOfKubernetes }) => !isOfKubernetes);
const rules = ours.flatMap(alertsOf);
const recorded = ruleFiles.flatMap((file) => file.rules.flatMap(({ record = [] }) => record));
const ofOthers = dataTierMetrics;
const dashboards = readdirSync(join(folder, 'grafana', 'dashboards'));

const seriesOf = (name: string) => name.replace(/_(bucket|count|sum)$/, '');

/** Returns whether a /metrics line matches `name{label="value"}`; supports the matchers `=` and `!=`. */
function isSelected(line: string, selector: string): boolean {
  const [, name, matchers = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? [];
  const [, series, labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
  const conditions = [...matchers.matchAll(/(\w+)(!?=)"([^"]*)"/g)];
  return (
    series === name &&
    conditions.every(([, label, operator, value]) => labels.includes(`${label}="${value}"`) === (operator === '='))
  );
}

let product: RunningProduct;
let lines: string[];
let exported: Set<string>;

beforeAll(async () => {
  product = await startProduct({ settings: { LOG_LEVEL: 'error' } });
  const processes = [...product.processes.values()].filter(({ url, operationsUrl }) => url !== operationsUrl);
  const texts = await Promise.all(
    processes.map(async ({ operationsUrl }) => (await fetch(`${operationsUrl}/metrics`)).text()),
  );
  lines = texts.flatMap((text) => text.split('\n'));
  exported = new Set(texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '')));
}, 180_000);

afterAll(() => product?.stop(), 60_000);

const isThere = (name: string) => exported.has(seriesOf(name)) || recorded.includes(name);

test.each(ours)('rules on $subject use existing metrics', ({ rules: all }) => {
  const metrics = all.flatMap(({ expr }) => metricsIn(expr));
  expect(metrics.length).toBeGreaterThan(3);
  expect(metrics.filter((name) => !isThere(name))).toEqual([]);
});

const countingRules = rules.flatMap(({ alert, expr }) =>
  [...expr.matchAll(/increase\(([^[]+)\[/g)].map(([, selector = '']) => ({ alert, selector })),
);

// A counter that appears with its first count does not increase, so an alert would miss that count.
test.each(countingRules)('alert $alert sees the first count: $selector starts at zero', ({ selector }) => {
  expect(lines.filter((line) => isSelected(line, selector))).not.toEqual([]);
});

test('alerts when a single event waits for its consumer', () => {
  const bounds = rules.flatMap(({ alert, expr }) =>
    [...expr.matchAll(/consumer_lag\)? > (\d+)/g)].map(([, bound]) => [alert, bound]),
  );
  expect(bounds).toEqual([['ConsumerBehind', '0']]);
});

describe.each(dashboards)('dashboard %s', (file) => {
  const dashboard = JSON.parse(read('grafana', 'dashboards', file)) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };

  test.each(dashboard.panels)('$title uses existing metrics', ({ targets }) => {
    const metrics = targets.flatMap(({ expr }) => metricsIn(expr));
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter((name) => !isThere(name) && !ofOthers.includes(name))).toEqual([]);
  });
});
