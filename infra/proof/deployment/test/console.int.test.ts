import { beforeAll, describe, expect, test } from 'vitest';
import { imageFaults } from '../src/invariants/images.ts';
import { podFaults } from '../src/invariants/pods.ts';
import { mostConnections, settingsFaults } from '../src/invariants/settings.ts';
import { edgesOf } from '../src/network/edges.ts';
import { byKind, type Container, podOf, type Resource } from '../src/resource.ts';
import { ManifestSchemas } from '../src/schemas/validate.ts';
import { cannotRender, changedOverlay, find, overlay } from './support/overlays.ts';

/** An overlay that has components beside its own, which `release` then gives their version. */
const withComponents = (name: 'dev' | 'production', added: readonly string[]): Resource[] =>
  changedOverlay(name, `overlays/${name}/kustomization.yaml`, (text) => {
    const release = '  - ../../components/release\n';
    expect(text).toContain(release);
    return text.replace(release, `${added.map((it) => `  - ../../components/${it}\n`).join('')}${release}`);
  });

describe.skipIf(cannotRender).each([
  ['production', ['console', 'console/tls'], ['redis:26379', 'redis:6379']],
  ['dev', ['console'], ['redis:6379']],
] as const)('the console on %s', (name, components, redis) => {
  let before: Resource[];
  let after: Resource[];
  beforeAll(() => {
    before = overlay(name);
    after = withComponents(name, components);
  });

  test('is as the API, restricted pods and its own settings have it', () => {
    const added = after.filter(
      (it) => !before.some((other) => other.kind === it.kind && other.metadata.name === it.metadata.name),
    );
    const schemas = new ManifestSchemas();
    expect(added.flatMap((resource) => schemas.faultsOf(resource))).toEqual([]);
    expect([...settingsFaults(after), ...imageFaults(added), ...podFaults(added)]).toEqual([]);
    expect(added.map(({ kind }) => kind).filter((kind) => /Route|Ingress|Secret$/.test(kind))).toEqual([]);
    const { spec } = find(after, 'Deployment', 'console');
    expect(spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
  });

  test('reaches what keeps its facts, and nobody reaches it', () => {
    const known = edgesOf(before);
    const { between, outside, halves, unbound } = edgesOf(after);
    expect(between.filter((edge) => !known.between.includes(edge))).toEqual(
      ['postgres:5432', ...redis].map((to) => `console -> ${to}`),
    );
    expect(outside.filter((edge) => !known.outside.includes(edge))).toEqual(['console -> namespace kube-system:53']);
    expect({ halves, unbound }).toEqual({ halves: known.halves, unbound: known.unbound });
  });

  test('leaves everything else as it was, and the database enough connections', () => {
    const others = (resources: readonly Resource[]) =>
      resources.filter(({ metadata }) => !metadata.name.includes('console'));
    expect(others(after)).toEqual(others(before));
    // Two to each of five databases (infra/operations/console/src/dead-letters/service-databases.ts).
    const server = byKind(after, 'StatefulSet').flatMap(
      (it) => podOf(it).containers as (Container & { args?: string[] })[],
    );
    const most =
      byKind(after, 'Cluster')[0]?.spec?.postgresql?.parameters?.max_connections ??
      server
        .flatMap(({ args = [] }) => args)
        .find((arg) => arg.startsWith('max_connections='))
        ?.split('=')[1];
    expect(Number(most)).toBeGreaterThanOrEqual(mostConnections(after) + 10);
  });
});
