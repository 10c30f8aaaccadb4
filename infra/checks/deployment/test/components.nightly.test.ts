import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { edgesOf } from '../src/network.ts';
import { byKind, labelsOfPods, makesPods, podOf, type Resource, selects } from '../src/resource.ts';
import { settingsFaults } from '../src/settings.ts';
import { render, schemaFaults } from '../src/tools.ts';
import { expectConfined } from './support/confined.ts';
import { cannotRender, find, overlay, productionWith } from './support/overlays.ts';

const ownBrokers = join(import.meta.dirname, 'own-brokers');

/** Returns the edges of `some` that `others` lacks. */
const beyond = (some: readonly string[], others: readonly string[]) => some.filter((edge) => !others.includes(edge));

/** Returns the kustomization of the example in docs/operations/production.md. */
function asDocumented(): Record<string, unknown> {
  const text = readFileSync(join(checkoutRoot, 'docs/operations/production.md'), 'utf8');
  const [, part = ''] = text.split('## What may be added');
  return parse(/```yaml\n(.*?)```/s.exec(part)?.[1] ?? '') as Record<string, unknown>;
}

describe.skipIf(cannotRender)('components that replace others', () => {
  test('restore PostgreSQL from the archive, and archive to another place', () => {
    const cluster = find(productionWith(['cloudnative-pg-recovery'], {}), 'Cluster', 'postgres');
    expect(schemaFaults([cluster])).toEqual([]);
    const { bootstrap, externalClusters, plugins } = cluster.spec as {
      bootstrap: unknown;
      externalClusters: { name: string; plugin: { parameters: Record<string, string> } }[];
      plugins: { parameters: Record<string, string> }[];
    };
    const [lost] = externalClusters;
    expect(bootstrap).toEqual({ recovery: { source: lost?.name } });
    expect(lost?.plugin.parameters.serverName).toBe('postgres');
    expect(plugins[0]?.parameters).toEqual({
      barmanObjectName: lost?.plugin.parameters.barmanObjectName,
      serverName: 'postgres-restored',
    });
  });

  test('run their own brokers at the addresses of Strimzi’s', () => {
    const manifests = render(ownBrokers);
    expect(schemaFaults(manifests)).toEqual([]);
    expect(settingsFaults(manifests)).toEqual([]);
    const settings = (of: readonly Resource[]) => find(of, 'ConfigMap', 'service-settings').data;
    expect(settings(manifests)).toEqual(settings(overlay('production')));
    const { between } = edgesOf(manifests);
    expect(between.filter((edge) => edge.endsWith('kafka:9093'))).toEqual(['kafka -> kafka:9093']);
    expect(between.filter((edge) => edge.endsWith('kafka:9092')).every((edge) => /consumers|worker/.test(edge))).toBe(
      true,
    );
  });

  test("monitor bundled brokers like Strimzi's", () => {
    const manifests = render(ownBrokers);
    for (const resource of manifests.filter(makesPods)) expectConfined(resource);
    const brokers = find(manifests, 'StatefulSet', 'kafka');
    const { selector, podMetricsEndpoints } = find(manifests, 'PodMonitor', 'kafka').spec ?? {};
    expect(selects(selector, labelsOfPods(brokers))).toBe(true);
    const [{ port, path } = {}] = podMetricsEndpoints ?? [];
    const ports = podOf(brokers).containers.flatMap((container) => container.ports ?? []);
    expect({ path, port: ports.find(({ name }) => name === port)?.containerPort }).toEqual({
      path: '/metrics',
      port: 9404,
    });
    expect(edgesOf(manifests).outside.filter((edge) => edge.endsWith('kafka:9404'))).toEqual([
      'namespace monitoring -> kafka:9404',
    ]);
  });
});

describe.skipIf(cannotRender)('metrics of Redis', () => {
  // redis_exporter waits ten seconds for TLS with a hanging Redis, as long as Prometheus waits by default.
  test.each(['redis', 'redis-sentinels'])('%s: the scrape timeout exceeds that of a TLS connection', (name) => {
    const [{ scrapeTimeout = '10s' } = {}] =
      find(overlay('production'), 'PodMonitor', name).spec?.podMetricsEndpoints ?? [];
    expect(Number.parseInt(scrapeTimeout, 10)).toBeGreaterThan(10);
  });
});

describe.skipIf(cannotRender)('components that an overlay may add', () => {
  let before: Resource[];
  let after: Resource[];
  beforeAll(() => {
    before = overlay('production');
    after = productionWith(
      ['private-services', 'tracing', 'dashboards', 'outside-probe', 'alertmanager'],
      asDocumented(),
    );
  });

  test('match the API schemas and the settings of each process', () => {
    expect(schemaFaults(after)).toEqual([]);
    expect(settingsFaults(after)).toEqual([]);
    for (const resource of after.filter(makesPods)) expectConfined(resource);
    expect(find(after, 'ConfigMap', 'process-settings').data).toEqual({
      ...find(before, 'ConfigMap', 'process-settings').data,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://tempo.observability:4318',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    });
  });

  test('allow each process only the connections that it needs', () => {
    const added = edgesOf(after);
    const known = edgesOf(before);
    const processes = known.between.filter((edge) => /^\w+\/.* -> redis:6379$/.test(edge));
    expect(processes).toHaveLength(15);
    expect(beyond(added.outside, known.outside)).toEqual(
      [
        ...processes.map((edge) => edge.replace('redis:6379', 'namespace observability:4318')),
        'auth/http -> 10.1.2.3/32:443',
        ...['465', '587'].map((port) => `auth/worker -> 10.1.2.4/32:${port}`),
        'namespace monitoring -> outside-probe:9115',
        'outside-probe -> 0.0.0.0/0:443',
        'outside-probe -> namespace kube-system:53',
      ].sort(),
    );
    expect({ ...added, outside: [] }).toEqual({ ...known, outside: [] });
  });

  test('probe the product at the public host of the overlay', () => {
    const targets = byKind(after, 'Probe').flatMap(({ spec }) => spec?.targets?.staticConfig.static ?? []);
    expect(targets).toEqual(['https://games.example/', 'https://games.example/api/games/search?q=zelda']);
    const { host } = new URL(`http://${byKind(after, 'Probe')[0]?.spec?.prober?.url}`);
    expect(host).toBe('outside-probe.nightshelf.svc:9115');
    expect(find(after, 'Service', 'outside-probe').metadata.namespace).toBe('nightshelf');
  });

  test('contain every dashboard', () => {
    const folder = join(checkoutRoot, 'infra/operations/observability/grafana/dashboards');
    const { data, metadata } = find(after, 'ConfigMap', 'nightshelf-grafana');
    expect(metadata.labels).toMatchObject({ grafana_dashboard: '1' });
    expect(data).toEqual(
      Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')])),
    );
  });
});
