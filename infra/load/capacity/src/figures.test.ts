import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journeys } from './demand.ts';
import { figure, figures } from './figures.ts';
import { services } from './processors.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const numberIn = (path: string, pattern: RegExp) => Number(pattern.exec(read(path))?.[1]);

test('every figure says what it is, when it was taken, and how', () => {
  for (const [name, { value, unit, kind, when, how }] of Object.entries(figures)) {
    expect(value, name).toBeGreaterThanOrEqual(0);
    expect(unit, name).not.toBe('');
    expect(['measured', 'estimated', 'set'], name).toContain(kind);
    expect(when, name).toMatch(/^20\d\d-\d\d-\d\d/);
    expect(how.length, name).toBeGreaterThan(10);
    // What was measured can be measured again: on that code.
    if (kind === 'measured') expect(when, name).toMatch(/, [0-9a-f]{7}$/);
  }
});

test('what is called a setting is what the manifests say', () => {
  const scaler = (name: string) => numberIn(`k8s/base/${name}/horizontal-pod-autoscaler.yaml`, /maxReplicas: (\d+)/);
  expect(scaler('gateway')).toBe(figure('set.gateway.pods'));
  for (const service of services) {
    expect(scaler(service)).toBe(figure(`set.${service}.pods`));
    expect(numberIn(`k8s/base/${service}/settings.env`, /DATABASE_POOL=(\d+)/)).toBe(figure(`set.${service}.pool`));
    expect(numberIn(`k8s/base/${service}/deployment-worker.yaml`, /replicas: (\d+)/)).toBe(figure('set.workers'));
  }
  const cluster = 'k8s/components/cloudnative-pg/cluster.yaml';
  expect(numberIn(cluster, /max_connections: "(\d+)"/)).toBe(figure('set.connections'));
  expect(numberIn(cluster, /\n {2}storage:\n {4}size: (\d+)Gi/)).toBe(figure('set.disk'));
  expect(numberIn('k8s/components/redis-sentinel/scripts/redis.conf', /maxmemory (\d+)mb/)).toBe(figure('set.redis'));
  expect(numberIn('k8s/base/gateway/deployment.yaml', /limits:\n\s+memory: (\d+)Mi/)).toBe(
    figure('set.gateway.memory'),
  );
});

test("journeys are made in the shares of k6's", () => {
  const [, text = ''] = /weights = \{(.*)\}/.exec(read('infra/load/k6/scenarios/support/options.ts')) ?? [];
  const shares = Object.fromEntries(text.split(',').map((one) => one.split(':').map((part) => part.trim()))) as Record<
    string,
    string
  >;
  expect(journeys.map(({ name, share }) => [name, String(share)])).toEqual(Object.entries(shares));
});
