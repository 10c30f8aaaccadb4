import type { MigrationList } from '@nightshelf/platform/database/migrate.ts';
import { DailyReviewsTable } from './0001-daily-reviews.ts';

export const migrations: MigrationList = [{ name: '0001-daily-reviews', class: DailyReviewsTable }];
