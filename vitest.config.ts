import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const never = ['**/node_modules/**', '**/dist/**', '.cache/**', '.data/**'];

/**
 * Integration tests that start whole products, several brokers or a container's tools. They cover rare faults and run with
 * the nightly tests; `--project nightly` runs them by hand.
 */
const atNight = [
  'frontend/test/slow-uplink.int.test.ts',
  'infra/load/k6/test/smoke.int.test.ts',
  'infra/operations/observability/test/prometheus.int.test.ts',
  'infra/checks/deployment/test/kube-score.int.test.ts',
  'services/catalog/test/killed-worker.int.test.ts',
  'services/shared/platform/test/bus-kafka-brokers.int.test.ts',
  'services/shared/platform/test/bus-kafka-missed.int.test.ts',
  'services/shared/platform/test/bus-kafka-secured.int.test.ts',
  'services/shared/platform/test/redis-sentinels.int.test.ts',
  'services/shared/servers/test/kafka.int.test.ts',
];

/** Slow files, which start first so that none runs on alone; files that mostly wait are between files that use a core. */
const longest = [
  '/drill.',
  '/acknowledged-is-copied.',
  '/bus-kafka.',
  '/launcher.',
  '/redis-sentinels.',
  '/manifests.',
  '/bus-redis.',
  '/one-path.',
  '/bus-kafka-missed.',
  '/killed-worker.',
  '/inbox-poison.',
  '/outbox-shares.',
  '/recovery.',
  '/tracing.',
  '/abuse.',
  '/refresh.',
  '/copies/',
  '/route-timeout.',
  '/prometheus.',
  '/slow-uplink.',
  '/api-client.',
  '/api-tokens.',
  '/liveness.',
  '/outage.',
  '/smoke.',
  '/database-pool.',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((part) => moduleId.includes(part));
      return found === -1 ? longest.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

const onServers = {
  // Loading a service takes a second of CPU time, and most files load the same code.
  isolate: false,
  globalSetup: ['services/shared/testing/src/infrastructure/global-setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 300_000,
};

export default defineConfig({
  test: {
    // Integration tests wait for servers half of the time; more workers would starve tests that restart servers.
    maxWorkers: Math.min(8, availableParallelism() + 2),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{services,gateway,frontend,infra}/**/src/**/*.test.{ts,tsx}',
            'gateway/**/*.test.ts',
            'services/catalog/catalogue/**/*.test.ts',
          ],
          exclude: [...never, '**/test/**'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...onServers,
          name: 'integration',
          include: ['**/test/**/*.int.test.ts'],
          exclude: [...never, ...atNight],
        },
      },
      {
        test: { ...onServers, name: 'nightly', include: ['**/test/**/*.nightly.test.ts', ...atNight], exclude: never },
      },
    ],
  },
});
