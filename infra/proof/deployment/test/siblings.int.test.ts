import { describe, expect, test } from 'vitest';
import { edgesOf } from '../src/network.ts';
import { type Labels, labelsOfPods, podOf, type Resource, withoutHash } from '../src/resource.ts';
import { cannotRender, find, overlay, overlays } from './support/overlays.ts';

interface ServiceSpec {
  clusterIP?: string;
  publishNotReadyAddresses?: boolean;
  selector: Labels;
  ports: { port: number; targetPort: string }[];
}

const siblings = (resources: readonly Resource[]) =>
  find(resources, 'Service', 'gateway-siblings').spec as unknown as ServiceSpec;

/** Returns the address at which gateways find each other. */
function addressOf(resources: readonly Resource[]): URL {
  const [container] = podOf(find(resources, 'Deployment', 'gateway')).containers;
  const given = container?.envFrom?.map(({ configMapRef }) => withoutHash(configMapRef?.name ?? ''));
  expect(given).toContain('gateway-settings');
  return new URL(find(resources, 'ConfigMap', 'gateway-settings').data?.GATEWAY_SIBLINGS ?? '');
}

describe.skipIf(cannotRender).each(overlays)('gateways find each other in overlay %s', (name) => {
  test('by a headless Service that selects only gateways, at their own port', () => {
    const resources = overlay(name);
    const { hostname, port } = addressOf(resources);
    expect(hostname).toBe('gateway-siblings');
    const { selector, ports, clusterIP } = siblings(resources);
    // Any other Service has a single address.
    expect(clusterIP).toBe('None');
    const gateway = find(resources, 'Deployment', 'gateway');
    expect(labelsOfPods(gateway)).toMatchObject(selector);
    const others = resources.filter((it) => it.kind === 'Deployment' && it !== gateway).map(labelsOfPods);
    expect(others.filter((labels) => Object.entries(selector).every(([key, value]) => labels[key] === value))).toEqual(
      [],
    );
    // A headless Service does not translate ports.
    const http = podOf(gateway).containers[0]?.ports?.find((it) => it.name === 'http');
    expect(ports).toMatchObject([{ port: http?.containerPort, targetPort: 'http' }]);
    expect(port).toBe(String(http?.containerPort));
  });

  test('also while they start and stop', () => {
    expect(siblings(overlay(name)).publishNotReadyAddresses).toBe(true);
  });

  test('and network policies allow it', () => {
    const { between, halves } = edgesOf(overlay(name));
    expect(between).toContain(`gateway/http -> gateway/http:${addressOf(overlay(name)).port}`);
    expect(halves).toEqual([]);
  });
});

test.skipIf(cannotRender)('reports a missing policy between gateways', () => {
  const resources = overlay('production');
  find(resources, 'NetworkPolicy', 'gateway').spec?.ingress?.pop();
  expect(edgesOf(resources).halves).toEqual(['gateway/http -> gateway/http:8080']);
});
