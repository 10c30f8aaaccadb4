import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const never = ['**/node_modules/**', '**/dist/**', '.cache/**', '.data/**'];

/** Files that take a minute and more. Begun late, the last of them would run on alone. */
const longest = ['/drill-', '/bus-kafka.', '/kube-score.', '/launcher.', '/bus-loss.'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((part) => moduleId.includes(part));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    // Integration tests mostly wait for servers.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{services,gateway,frontend,infra}/**/src/**/*.test.{ts,tsx}', 'gateway/**/*.test.ts'],
          exclude: [...never, '**/test/**'],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['**/test/**/*.int.test.ts'],
          exclude: never,
          globalSetup: ['services/shared/testing/src/infrastructure/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
