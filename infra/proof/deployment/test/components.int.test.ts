import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { imageFaults } from '../src/invariants/images.ts';
import { podFaults } from '../src/invariants/pods.ts';
import { settingsFaults } from '../src/invariants/settings.ts';
import { edgesOf } from '../src/network/edges.ts';
import { parseResources, renderFolder } from '../src/render.ts';
import { byKind, labelsOfPods, podOf, type Resource, selects } from '../src/resource.ts';
import { ManifestSchemas } from '../src/schemas/validate.ts';
import { cannotRender, find, overlay, productionWith } from './support/overlays.ts';

/** What edges of `some` are not among `others`. */
const beyond = (some: readonly string[], others: readonly string[]) => some.filter((edge) => !others.includes(edge));

/** What the overlay of docs/operations/production.md says of addresses and of the collector. */
function asDocumented(): Record<string, unknown> {
  const text = readFileSync(join(checkoutRoot, 'docs/operations/production.md'), 'utf8');
  const [, part = ''] = text.split('## What may be added');
  return parse(/```yaml\n(.*?)```/s.exec(part)?.[1] ?? '') as Record<string, unknown>;
}

describe.skipIf(cannotRender)('what takes the place of something else', () => {
  const schemas = new ManifestSchemas();

  test('PostgreSQL begins with what was archived, and archives beside it', () => {
    const cluster = find(productionWith(['cloudnative-pg-recovery'], {}), 'Cluster', 'postgres');
    expect(schemas.faultsOf(cluster)).toEqual([]);
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

  test('brokers of our own are found where those of Strimzi are', () => {
    const manifests = parseResources(renderFolder(join(checkoutRoot, 'infra/proof/deployment/test/own-brokers')));
    expect(manifests.flatMap((resource) => schemas.faultsOf(resource))).toEqual([]);
    expect(settingsFaults(manifests)).toEqual([]);
    const settings = (of: readonly Resource[]) => find(of, 'ConfigMap', 'service-settings').data;
    expect(settings(manifests)).toEqual(settings(overlay('production')));
    const { between } = edgesOf(manifests);
    expect(between.filter((edge) => edge.endsWith('kafka:9093'))).toEqual(['kafka -> kafka:9093']);
    expect(between.filter((edge) => edge.endsWith('kafka:9092')).every((edge) => /consumers|worker/.test(edge))).toBe(
      true,
    );
  });

  test('brokers of our own are asked for their figures as those of Strimzi are', () => {
    const manifests = parseResources(renderFolder(join(checkoutRoot, 'infra/proof/deployment/test/own-brokers')));
    expect([...imageFaults(manifests), ...podFaults(manifests)]).toEqual([]);
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

describe.skipIf(cannotRender)('figures of Redis', () => {
  // redis_exporter waits ten seconds for TLS with a Redis that hangs; by then Prometheus would have given up on the exporter.
  test.each(['redis', 'redis-sentinels'])('%s are waited for until it is known that it hangs', (name) => {
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

  test('are as their APIs and each process have them', () => {
    const schemas = new ManifestSchemas();
    expect(after.flatMap((resource) => schemas.faultsOf(resource))).toEqual([]);
    expect([...settingsFaults(after), ...imageFaults(after), ...podFaults(after)]).toEqual([]);
    expect(find(after, 'ConfigMap', 'process-settings').data).toEqual({
      ...find(before, 'ConfigMap', 'process-settings').data,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://tempo.observability:4318',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    });
  });

  test('open the ways that they are for, and no other', () => {
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

  test('look at the product by the name that the overlay says', () => {
    const targets = byKind(after, 'Probe').flatMap(({ spec }) => spec?.targets?.staticConfig.static ?? []);
    expect(targets).toEqual(['https://games.example/', 'https://games.example/api/games/search?q=zelda']);
    const { host } = new URL(`http://${byKind(after, 'Probe')[0]?.spec?.prober?.url}`);
    expect(host).toBe('outside-probe.nightshelf.svc:9115');
    expect(find(after, 'Service', 'outside-probe').metadata.namespace).toBe('nightshelf');
  });

  test('bring every dashboard there is, as it is', () => {
    const folder = join(checkoutRoot, 'infra/operations/observability/grafana/dashboards');
    const { data, metadata } = find(after, 'ConfigMap', 'nightshelf-grafana');
    expect(metadata.labels).toMatchObject({ grafana_dashboard: '1' });
    expect(data).toEqual(
      Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')])),
    );
  });
});
