import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const never = ['**/node_modules/**', '**/dist/**', '.cache/**', '.data/**'];

/** They crash and restart things, and keep both cores busy: `npm test` runs one at a time beside the others. */
const faults = ['infra/proof/faults/test/{drill-*,rolling-restart}.int.test.ts'];

/**
 * Files that take long, in the order in which they begin: begun late, the last would run on alone. Those that mostly wait
 * are between those that keep a core busy.
 */
const longest = [
  '/drill-redis.',
  '/drill-kafka.',
  '/redis-cluster.',
  '/bus-cluster.',
  '/rolling-restart.',
  '/bus-kafka.',
  '/kube-score.',
  '/killed-worker.',
  '/launcher.',
  '/inbox-poison.',
  '/bus-loss.',
  '/outbox-shares.',
  '/refresh.',
  '/copies/',
  '/route-timeout.',
  '/prometheus.',
  '/slow-uplink.',
  '/api-client.',
  '/api-tokens.',
  '/bus-redis.',
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

export default defineConfig({
  test: {
    // Integration tests wait for servers about as much as they work; more at once starve those that crash and restart things.
    maxWorkers: Math.min(8, availableParallelism() + 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{services,gateway,frontend,infra}/**/src/**/*.test.{ts,tsx}', 'gateway/**/*.test.ts'],
          exclude: [...never, '**/test/**'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['**/test/**/*.int.test.ts'],
          exclude: [...never, ...faults],
          // To load a service takes a second of a processor, and most files load the same.
          isolate: false,
          globalSetup: ['services/shared/testing/src/infrastructure/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      { test: { name: 'faults', include: faults, exclude: never } },
    ],
  },
});
