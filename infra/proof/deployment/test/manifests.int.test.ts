import { deadLetterRetentionMs, deadLetterTopic, topics } from '@nightshelf/contracts/events/topics.ts';
import { describe, expect, test } from 'vitest';
import { imageFaults } from '../src/invariants/images.ts';
import { podFaults } from '../src/invariants/pods.ts';
import { scalingFaults } from '../src/invariants/scaling.ts';
import { mostConnections, settingsFaults } from '../src/invariants/settings.ts';
import { byKind, type Container, podOf, type Resource } from '../src/resource.ts';
import { ManifestSchemas } from '../src/schemas/validate.ts';
import { cannotRender, find, overlay, overlays } from './support/overlays.ts';

const checks: Readonly<Record<string, (resources: readonly Resource[]) => string[]>> = {
  'images of numbered versions or series': imageFaults,
  'pods that are safe, bounded, spread and stopped gently': podFaults,
  'scaling by one hand': scalingFaults,
  'settings that each process accepts': settingsFaults,
};

const schemas = new ManifestSchemas();

describe.skipIf(cannotRender)('Kubernetes manifests', () => {
  describe.each(overlays)('overlay %s', (name) => {
    test.each(Object.entries(checks))('%s', (_, faultsOf) => {
      expect(faultsOf(overlay(name))).toEqual([]);
    });

    test('every resource is as its API has it', () => {
      const resources = overlay(name);
      expect(resources.length).toBeGreaterThan(80);
      expect(resources.flatMap((it) => schemas.faultsOf(it))).toEqual([]);
    });

    test('each version migrates by a Job of its own, which pods wait for', () => {
      const jobs = byKind(overlay(name), 'Job');
      expect(jobs.map(({ metadata }) => metadata.name).sort()).toEqual(
        ['auth', 'catalog', 'library', 'media', 'social'].map((service) => {
          const job = jobs.find(({ metadata }) => metadata.name.startsWith(`${service}-migrate-`));
          return `${service}-migrate-${job && podOf(job).containers[0]?.image.split(':')[1]}`;
        }),
      );
      for (const { metadata } of jobs) {
        expect(metadata.annotations).toEqual({
          'argocd.argoproj.io/hook': 'Sync',
          'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
          'kustomize.toolkit.fluxcd.io/force': 'enabled',
        });
      }
      const waits = byKind(overlay(name), 'Deployment').filter(
        (it) => podOf(it).initContainers?.[0]?.name === 'schema',
      );
      expect(waits).toHaveLength(name === 'standalone' ? 5 : 14);
      for (const it of waits) expect(podOf(it).initContainers?.[0]?.image).toBe(podOf(it).containers[0]?.image);
    });

    test('the database takes the connections of all pools', () => {
      const resources = overlay(name);
      const given = byKind(resources, 'StatefulSet').flatMap(
        (it) => podOf(it).containers[0] as Container & { args?: string[] },
      );
      const ofServer = given.flatMap(({ args = [] }) => args).find((arg) => arg.startsWith('max_connections='));
      const ofCluster = byKind(resources, 'Cluster')[0]?.spec?.postgresql?.parameters?.max_connections;
      expect(mostConnections(resources)).toBeGreaterThanOrEqual(100);
      expect(Number(ofServer?.split('=')[1] ?? ofCluster)).toBeGreaterThanOrEqual(mostConnections(resources) + 10);
    });
  });

  test('production brings no Secret of its own', () => {
    expect(byKind(overlay('production'), 'Secret')).toEqual([]);
  });

  test('a password of PostgreSQL that is changed reaches its role at once', () => {
    const roles = byKind(overlay('production'), 'Cluster').flatMap(({ spec }) => spec?.managed?.roles ?? []);
    expect(roles).toHaveLength(5);
    const secrets = byKind(overlay('production'), 'ExternalSecret').map(({ spec }) => spec?.target);
    for (const { passwordSecret } of roles) {
      const secret = secrets.find((it) => it?.name === passwordSecret.name);
      // The operator looks again at what has this label.
      expect(secret?.template?.metadata?.labels, passwordSecret.name).toHaveProperty(['cnpg.io/reload']);
    }
  });

  test('of keys that are optional each may be left out', () => {
    const optional = byKind(overlay('production'), 'ExternalSecret').filter(({ metadata }) =>
      /-keys$/.test(metadata.name),
    );
    expect(optional).toHaveLength(4);
    // What is named has to be there, else the whole Secret is not made.
    expect(optional.flatMap(({ spec }) => spec?.data ?? [])).toEqual([]);
  });

  test('requests from outside are encrypted, and may take as long as the gateway gives them', () => {
    const rulesOf = (listener: string) =>
      byKind(overlay('production'), 'HTTPRoute')
        .filter(({ spec }) => spec?.parentRefs?.every(({ sectionName }) => sectionName === listener))
        .flatMap(({ spec }) => spec?.rules ?? []);
    expect(rulesOf('http')).toEqual([
      { filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } }] },
    ]);
    expect(rulesOf('https').map(({ timeouts }) => timeouts?.request)).toEqual(['0s', '200s']);
    expect(byKind(overlay('production'), 'HTTPRoute')).toHaveLength(2);
  });

  test('Strimzi is told of the topics as the services have them', () => {
    const asServices = Object.entries(topics).flatMap(([name, { partitions, retentionMs }]) => [
      { name, partitions, retention: retentionMs, segment: Math.ceil(retentionMs / 7) },
      {
        name: deadLetterTopic(name),
        partitions: 1,
        retention: deadLetterRetentionMs,
        segment: Math.ceil(deadLetterRetentionMs / 7),
      },
    ]);
    const asManifests = byKind(overlay('production'), 'KafkaTopic').map(({ metadata, spec }) => ({
      name: metadata.name,
      partitions: spec?.partitions,
      retention: spec?.config?.['retention.ms'],
      segment: spec?.config?.['segment.ms'],
    }));
    expect(asManifests).toEqual(expect.arrayContaining(asServices));
    expect(asManifests).toHaveLength(asServices.length);
  });

  describe('a planted fault is found', () => {
    const app = (resources: Resource[], name: string): Container => {
      const [container] = podOf(find(resources, 'Deployment', name)).containers;
      if (!container) throw new Error(`${name} has no container`);
      return container;
    };
    const forget = ({ env = [] }: Container, variable: string) =>
      env.splice(
        env.findIndex(({ name }) => name === variable),
        1,
      );
    const pod = (resources: Resource[], name: string) => podOf(find(resources, 'Deployment', name));
    const spec = (resources: Resource[], kind: string, name: string) => find(resources, kind, name).spec ?? {};

    test.each<[string, (resources: Resource[]) => unknown, RegExp]>([
      ['an image without version', (r) => (app(r, 'gateway').image = 'nightshelf/gateway'), /has no numbered version/],
      [
        'an image of `latest`',
        (r) => (app(r, 'gateway').image = 'host:5000/gateway:latest'),
        /has no numbered version/,
      ],
      ['no readiness probe', (r) => delete app(r, 'auth-http').readinessProbe, /lacks a probe/],
      [
        'one probe twice',
        (r) => (app(r, 'auth-http').livenessProbe = app(r, 'auth-http').readinessProbe),
        /two of them/,
      ],
      ['no limit of memory', (r) => delete app(r, 'auth-http').resources?.limits?.memory, /no limit of memory/],
      ['no request of CPU', (r) => delete app(r, 'auth-http').resources?.requests?.cpu, /asks for no CPU/],
      ['root', (r) => delete pod(r, 'auth-http').securityContext?.runAsNonRoot, /may run as root/],
      ['capabilities', (r) => delete app(r, 'auth-http').securityContext?.capabilities, /keeps capabilities/],
      [
        'a writable root',
        (r) => delete app(r, 'auth-http').securityContext?.readOnlyRootFilesystem,
        /root file system/,
      ],
      ['no spread', (r) => pod(r, 'auth-http').topologySpreadConstraints?.pop(), /not spread over zones/],
      ['too little grace', (r) => (pod(r, 'auth-http').terminationGracePeriodSeconds = 30), /killed before/],
      ['no preStop', (r) => delete app(r, 'auth-http').lifecycle, /before the cluster knows/],
      ['a token', (r) => delete pod(r, 'auth-http').automountServiceAccountToken, /service account token/],
      ['the default account', (r) => delete pod(r, 'auth-http').serviceAccountName, /default service account/],
      ['service links', (r) => (pod(r, 'auth-http').enableServiceLinks = true), /by variables/],
      [
        'replicas beside an autoscaler',
        (r) => (spec(r, 'Deployment', 'auth-http').replicas = 2),
        /sets replicas beside/,
      ],
      ['two autoscalers', (r) => r.push(find(r, 'HorizontalPodAutoscaler', 'auth-http')), /by two at once/],
      [
        'no autoscaler',
        (r) => r.splice(r.indexOf(find(r, 'HorizontalPodAutoscaler', 'media-http')), 1),
        /is not scaled/,
      ],
      ['no budget', (r) => r.splice(r.indexOf(find(r, 'PodDisruptionBudget', 'media-worker')), 1), /needs one budget/],
      [
        'more consumers than partitions',
        (r) => (spec(r, 'ScaledObject', 'auth-consumers').maxReplicaCount = 4),
        /partitions/,
      ],
      [
        'gateways taken away without figures',
        (r) => delete spec(r, 'ScaledObject', 'gateway').fallback?.behavior,
        /nobody knows/,
      ],
      [
        'missing figures that count as none',
        (r) => delete spec(r, 'ScaledObject', 'gateway').triggers?.at(-1)?.metadata.ignoreNullValues,
        /missing figures for zero/,
      ],
      [
        'an unknown setting',
        (r) => app(r, 'auth-http').env?.push({ name: 'PASWORD_HASHES', value: '2' }),
        /is no setting/,
      ],
      ['a refused setting', (r) => app(r, 'auth-http').env?.push({ name: 'ROLES', value: 'htp' }), /ROLES/],
      ['a setting forgotten', (r) => app(r, 'gateway').envFrom?.pop(), /AUTH_URL: is missing/],
      [
        'a part forgotten',
        (r) => forget(app(r, 'auth-http'), 'DATABASE_PASSWORD'),
        /refers to a variable that is not there/,
      ],
    ])('%s', (_, plant, fault) => {
      const resources = overlay('production');
      plant(resources);
      expect(Object.values(checks).flatMap((faultsOf) => faultsOf(resources))).toContainEqual(
        expect.stringMatching(fault),
      );
    });

    test.each<[string, (resources: Resource[]) => unknown, RegExp]>([
      ['a field that is none', (r) => Object.assign(spec(r, 'Deployment', 'gateway'), { replica: 1 }), /replica\)/],
      [
        'a field deep inside',
        (r) => Object.assign(app(r, 'gateway').readinessProbe ?? {}, { timeout: 1 }),
        /timeout\)/,
      ],
      ['a wrong type', (r) => Object.assign(spec(r, 'Deployment', 'gateway'), { replicas: 'two' }), /must be integer/],
      ['a missing field', (r) => delete spec(r, 'Deployment', 'gateway').selector, /required property 'selector'/],
      [
        'a fault for an operator',
        (r) => Object.assign(spec(r, 'Cluster', 'postgres'), { instanzes: 3 }),
        /instanzes\)/,
      ],
      [
        'a word that is none',
        (r) => Object.assign(spec(r, 'ScheduledBackup', 'postgres-daily'), { method: 'tape' }),
        /allowed values/,
      ],
      [
        'a fault for Strimzi',
        (r) => Object.assign(spec(r, 'KafkaTopic', 'catalog.games'), { partition: 6 }),
        /partition\)/,
      ],
      [
        'a fault for backups',
        (r) => Object.assign(spec(r, 'ObjectStore', 'postgres-backups'), { retentionPolicy: 'a month' }),
        /must match pattern/,
      ],
    ])('by a schema: %s', (_, plant, fault) => {
      const resources = overlay('production');
      plant(resources);
      expect(resources.flatMap((it) => schemas.faultsOf(it))).toContainEqual(expect.stringMatching(fault));
    });
  });
});
