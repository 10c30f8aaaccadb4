import { beforeAll, describe, expect, test } from 'vitest';
import { edgesOf } from '../src/network.ts';
import { makesPods, type Resource } from '../src/resource.ts';
import { settingsFaults } from '../src/settings.ts';
import { schemaFaults } from '../src/tools.ts';
import { expectConfined, expectEnoughConnections } from './support/confined.ts';
import { cannotRender, changedOverlay, find, overlay } from './support/overlays.ts';

/** Renders an overlay with more components, before `release` sets their version. */
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

  test('matches the API schemas, Pod Security and its settings', () => {
    const added = after.filter(
      (it) => !before.some((other) => other.kind === it.kind && other.metadata.name === it.metadata.name),
    );
    expect(schemaFaults(added)).toEqual([]);
    expect(settingsFaults(after)).toEqual([]);
    for (const resource of added.filter(makesPods)) expectConfined(resource);
    expect(added.map(({ kind }) => kind).filter((kind) => /Route|Ingress|Secret$/.test(kind))).toEqual([]);
    const { spec } = find(after, 'Deployment', 'console');
    expect(spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
  });

  test('reaches its databases and Redis only, and no pod reaches it', () => {
    const known = edgesOf(before);
    const { between, outside, halves, unbound } = edgesOf(after);
    expect(between.filter((edge) => !known.between.includes(edge))).toEqual(
      ['postgres:5432', ...redis].map((to) => `console -> ${to}`),
    );
    expect(outside.filter((edge) => !known.outside.includes(edge))).toEqual(['console -> namespace kube-system:53']);
    expect({ halves, unbound }).toEqual({ halves: known.halves, unbound: known.unbound });
  });

  test('changes nothing else, and leaves the database enough connections', () => {
    const others = (resources: readonly Resource[]) =>
      resources.filter(({ metadata }) => !metadata.name.includes('console'));
    expect(others(after)).toEqual(others(before));
    // The console opens two to each of five databases.
    expectEnoughConnections(after);
  });
});
