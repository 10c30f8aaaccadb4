import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', '**/dist/**', '.cache/**', '.data/**'];

export default defineConfig({
  test: {
    // Integration tests mostly wait for servers.
    maxWorkers: 3,
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
