import type { MigrationList } from '@nightshelf/platform/database/migrate.ts';
import { baseline } from '@nightshelf/platform/database/migrations/baseline.ts';

export const migrations: MigrationList = [
  baseline(new URL('./baseline.sql', import.meta.url), { first: '0001-daily-reviews', last: '0001-daily-reviews' }),
];
