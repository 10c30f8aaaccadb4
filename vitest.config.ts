import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const never = ['**/node_modules/**', '**/dist/**', '.cache/**', '.data/**'];

/** Slow files, which start first so that none runs on alone; files that mostly wait are between files that use a core. */
const longest = [
  '/drill.',
  '/bus-kafka-brokers.',
  '/bus-kafka-missed.',
  '/redis-sentinels.',
  '/acknowledged-is-copied.',
  '/bus-kafka.',
  '/launcher.',
  '/manifests.',
  '/bus-redis.',
  '/one-path.',
  '/recovery.',
  '/abuse.',
  '/refresh.',
  '/copies/',
  '/api-client.',
  '/api-tokens.',
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
    maxWorkers: Math.min(8, availableParallelism() + 3),
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
          exclude: never,
        },
      },
      {
        test: { ...onServers, name: 'nightly', include: ['**/test/**/*.nightly.test.ts'], exclude: never },
      },
    ],
  },
});
