import { describe, expect, test } from 'vitest';
import { edgesOf } from '../src/network.ts';
import { cannotRender, overlay } from './support/overlays.ts';

/** The picture in the README, as pods and connections. */
const listening = ['auth', 'library', 'catalog', 'social'];
const services = [...listening, 'media'];
const onTheBus = [...listening.map((name) => `${name}/consumers`), ...services.map((name) => `${name}/worker`)];
const running = [...services.map((name) => `${name}/http`), ...onTheBus];
const migrations = services.map((name) => `${name}/migration`);
const product = [...running, 'gateway/http'];

const ofTheProduct = [
  ...services.map((name) => `gateway/http -> ${name}/http:8080`),
  // For archives of a user's data.
  'auth/worker -> library/http:8080',
  'auth/worker -> social/http:8080',
  // For synchronized store accounts.
  'library/worker -> catalog/http:8080',
  ...[...running, ...migrations].map((from) => `${from} -> postgres:5432`),
  ...product.flatMap((from) => [`${from} -> redis:6379`, `${from} -> redis-cache:6379`]),
  ...onTheBus.map((from) => `${from} -> kafka:9092`),
];

/** Providers of games, of videos, of identities; push services; and the mail server. */
const toTheInternet = [
  ...['auth/http', 'catalog/http', 'catalog/worker', 'media/worker', 'social/worker'].map(
    (from) => `${from} -> internet:443`,
  ),
  'auth/worker -> internet:465',
  'auth/worker -> internet:587',
];

const dns = (pods: readonly string[]) => pods.map((pod) => `${pod} -> namespace kube-system:53`);

describe.skipIf(cannotRender)('NetworkPolicies', () => {
  test('allow the designed connections only, at both ends, in dev', () => {
    const { between, halves, outside, unbound } = edgesOf(overlay('dev'));
    const simulated = ['catalog/http', 'catalog/worker', 'media/worker'].map((from) => `${from} -> simulator:8080`);
    const pods = [...product, ...migrations, 'postgres', 'redis', 'redis-cache', 'kafka', 'simulator'];
    expect(between).toEqual([...ofTheProduct, ...simulated].sort());
    expect(outside).toEqual(
      [...toTheInternet, ...dns(pods), 'anywhere -> gateway/http:8080', 'anywhere -> simulator:8080'].sort(),
    );
    expect({ halves, unbound }).toEqual({ halves: [], unbound: [] });
  });

  test('allow the same and backups in standalone', () => {
    const { between, halves, outside, unbound } = edgesOf(overlay('standalone'));
    const one = (edge: string) => edge.replaceAll(/\/(consumers|worker)/g, '/http');
    const backups = ['backup', 'restore'].map((name) => `postgres-backups/${name}`);
    const edges = [
      ...ofTheProduct.filter((edge) => !edge.includes('kafka')),
      ...backups.map((b) => `${b} -> postgres:5432`),
    ];
    const pods = [...product.map(one), ...migrations, 'postgres', 'redis', 'redis-cache', ...backups];
    expect(between).toEqual([...new Set(edges.map(one))].sort());
    expect(outside).toEqual(
      [
        ...new Set([...toTheInternet, ...dns(pods)].map(one)),
        'namespace with nightshelf.example/edge -> gateway/http:8080',
      ].sort(),
    );
    expect({ halves, unbound }).toEqual({ halves: [], unbound: [] });
  });

  test('allow the same, operators and metrics in production', () => {
    const { between, halves, outside, unbound } = edgesOf(overlay('production'));
    const amongThemselves = [
      ...['postgres -> postgres:5432', 'postgres -> postgres:8000', 'kafka -> kafka:9090', 'kafka -> kafka:9091'],
      'kafka-entity-operator -> kafka:9091',
      ...['redis -> redis:6379', 'redis -> redis:26379'],
      // To find the master.
      ...product.map((from) => `${from} -> redis:26379`),
    ];
    const pods = [...product, ...migrations, 'postgres', 'redis', 'redis-cache', 'kafka', 'kafka-entity-operator'];
    const observed = [...product, ...migrations].map((pod) => `namespace monitoring -> ${pod}:9090`);
    // The Kubernetes API, and for PostgreSQL the object store.
    const toTheCluster = ['postgres', 'kafka', 'kafka-entity-operator'].flatMap((from) =>
      [443, 6443].map((port) => `${from} -> anywhere:${port}`),
    );
    expect(between).toEqual([...ofTheProduct, ...amongThemselves].sort());
    expect(outside).toEqual(
      [
        ...[...toTheInternet, ...dns(pods), ...observed, ...toTheCluster],
        'namespace cnpg-system -> postgres:5432',
        'namespace cnpg-system -> postgres:8000',
        'namespace keda -> kafka:9092',
        ...[8080, 8081].map((port) => `anywhere -> kafka-entity-operator:${port}`),
        'namespace monitoring -> postgres:9187',
        'namespace monitoring -> kafka:9404',
        ...['redis', 'redis-cache'].map((pod) => `namespace monitoring -> ${pod}:9121`),
        'namespace with nightshelf.example/edge -> gateway/http:8080',
      ].sort(),
    );
    expect({ halves, unbound }).toEqual({ halves: [], unbound: [] });
  });
});
