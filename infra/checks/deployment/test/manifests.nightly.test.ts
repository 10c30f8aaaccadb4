import { topics } from '@nightshelf/contracts/events/topics.ts';
import { describe, expect, it } from 'vitest';
import { byKind, labelsOfPods, makesPods, podOf } from '../src/resource.ts';
import { mostConnections, settingsFaults } from '../src/settings.ts';
import { lint, schemaFaults } from '../src/tools.ts';
import { expectConfined, expectEnoughConnections, isProduct } from './support/confined.ts';
import { cannotRender, overlay, overlays } from './support/overlays.ts';

/** kube-score's checks that do not apply. */
const ignored: Readonly<Record<string, string>> = {
  'container-security-context-user-group-id': 'images name their own user, and any number except 0 will do',
  'container-image-pull-policy': 'a node that has the version starts it while no registry responds',
  'deployment-has-host-podantiaffinity': 'topology spread constraints do this, for zones too',
  'statefulset-has-servicename': 'single pods behind a stable Service',
  'networkpolicy-targets-pod': 'pods of operators are not in the manifests; see network.int.test.ts',
};
/** What small installations do without: a second pod of each. */
const singles = ['deployment-replicas', 'horizontalpodautoscaler-replicas', 'pod-probes-identical'];

describe.skipIf(cannotRender)('Kubernetes manifests', () => {
  describe.each(overlays)('overlay %s', (name) => {
    it('matches the API schemas (kubeconform)', () => {
      expect(overlay(name).length).toBeGreaterThan(80);
      expect(schemaFaults(overlay(name))).toEqual([]);
    }, 600_000);

    it('passes kube-score', () => {
      // kube-score knows no ScaledObject, and Kafka's image writes its configuration when it starts.
      const accepted = name === 'production' ? /gateway.*few replicas/ : /kafka.*writable root filesystem/;
      const checks = [...Object.keys(ignored), ...(name === 'production' ? [] : singles)];
      expect(lint(overlay(name), checks).filter((line) => !accepted.test(line))).toEqual([]);
    }, 600_000);

    it('gives each process settings that it knows and accepts', () => {
      expect(settingsFaults(overlay(name))).toEqual([]);
    });

    it('confines every pod and stops it gracefully', () => {
      for (const resource of overlay(name).filter(makesPods)) expectConfined(resource);
    });

    it('scales each HTTP deployment by one autoscaler and each consumer up to its partitions', () => {
      const scalers = [...byKind(overlay(name), 'HorizontalPodAutoscaler'), ...byKind(overlay(name), 'ScaledObject')];
      const targets = scalers.map(({ spec }) => spec?.scaleTargetRef?.name).sort();
      const deployments = byKind(overlay(name), 'Deployment').filter(isProduct);
      const http = deployments.filter((it) => labelsOfPods(it)['app.kubernetes.io/component'] === 'http');
      expect(targets).toEqual([...new Set(targets)]);
      if (targets.length > 0) expect(targets).toEqual(expect.arrayContaining(http.map((it) => it.metadata.name)));
      for (const { metadata, spec } of deployments) {
        expect(spec?.replicas === undefined, metadata.name).toBe(targets.includes(metadata.name));
      }
      for (const { metadata, spec } of byKind(overlay(name), 'ScaledObject')) {
        const ofType = (kind: string) => (spec?.triggers ?? []).filter(({ type }) => type === kind);
        const partitions = ofType('kafka').map((it) => topics[it.metadata.topic as keyof typeof topics].partitions);
        if (partitions.length > 0) {
          expect(spec?.maxReplicaCount, metadata.name).toBeLessThanOrEqual(Math.max(...partitions));
        }
        // Missing metrics must not remove pods.
        for (const it of ofType('prometheus')) {
          expect(it.metadata.ignoreNullValues, metadata.name).toBe('false');
          expect(spec?.fallback?.behavior, metadata.name).toBe('currentReplicasIfHigher');
        }
      }
    });

    it('migrates each version by a Job of its own, which pods wait for', () => {
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
      const pods = byKind(overlay(name), 'Deployment').map(podOf);
      const waits = pods.filter(({ initContainers }) => initContainers?.[0]?.name === 'schema');
      expect(waits).toHaveLength(name === 'standalone' ? 5 : 14);
      for (const pod of waits) expect(pod.initContainers?.[0]?.image).toBe(pod.containers[0]?.image);
    });

    it('gives the database enough connections for all pools', () => {
      expect(mostConnections(overlay(name))).toBeGreaterThanOrEqual(100);
      expectEnoughConnections(overlay(name));
    });
  });

  describe('production', () => {
    it('contains no Secret', () => {
      expect(byKind(overlay('production'), 'Secret')).toEqual([]);
    });

    it('updates a PostgreSQL role when its password changes', () => {
      const roles = byKind(overlay('production'), 'Cluster').flatMap(({ spec }) => spec?.managed?.roles ?? []);
      expect(roles).toHaveLength(5);
      const secrets = byKind(overlay('production'), 'ExternalSecret').map(({ spec }) => spec?.target);
      for (const { passwordSecret } of roles) {
        const secret = secrets.find((it) => it?.name === passwordSecret.name);
        // The operator watches Secrets with this label.
        expect(secret?.template?.metadata?.labels, passwordSecret.name).toHaveProperty(['cnpg.io/reload']);
      }
    });

    it('starts without any of the optional keys', () => {
      const secrets = byKind(overlay('production'), 'ExternalSecret');
      const optional = secrets.filter(({ metadata }) => metadata.name.endsWith('-keys'));
      expect(optional).toHaveLength(4);
      // A Secret with a named key is not created until the key exists.
      expect(optional.flatMap(({ spec }) => spec?.data ?? [])).toEqual([]);
    });

    it('encrypts requests from outside, and lets them take as long as the gateway does', () => {
      const routes = byKind(overlay('production'), 'HTTPRoute');
      const rulesOf = (listener: string) =>
        routes
          .filter(({ spec }) => spec?.parentRefs?.every(({ sectionName }) => sectionName === listener))
          .flatMap(({ spec }) => spec?.rules ?? []);
      expect(rulesOf('http')).toEqual([
        { filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } }] },
      ]);
      expect(rulesOf('https').map(({ timeouts }) => timeouts?.request)).toEqual(['0s', '200s']);
      expect(routes).toHaveLength(2);
    });

    it('creates the topics that the services use', () => {
      const ofServices = Object.entries(topics).map(([name, { partitions, retentionMs }]) => ({
        name,
        partitions,
        retention: retentionMs,
        segment: Math.ceil(retentionMs / 7),
      }));
      const ofManifests = byKind(overlay('production'), 'KafkaTopic').map(({ metadata, spec }) => ({
        name: metadata.name,
        partitions: spec?.partitions,
        retention: spec?.config?.['retention.ms'],
        segment: spec?.config?.['segment.ms'],
      }));
      expect(ofManifests).toEqual(expect.arrayContaining(ofServices));
      expect(ofManifests).toHaveLength(ofServices.length);
    });
  });
});
