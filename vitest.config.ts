import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const never = ['**/node_modules/**', '**/dist/**', '.cache/**', '.data/**'];

/**
 * Files that take long, in the order in which they begin: begun late, the last would run on alone. Those that mostly wait
 * are between those that keep a core busy.
 */
const longest = [
  '/drill-',
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
  exclude: never,
  // To load a service takes a second of a processor, and most files load the same.
  isolate: false,
  globalSetup: ['services/shared/testing/src/infrastructure/global-setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 300_000,
};

export default defineConfig({
  test: {
    // Integration tests wait for servers as much as they work; more at once starve those that crash and restart things.
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
      { test: { ...onServers, name: 'integration', include: ['**/test/**/*.int.test.ts'] } },
      { test: { ...onServers, name: 'nightly', include: ['**/test/**/*.nightly.test.ts'] } },
    ],
  },
});
