import type { MigrationList } from '../migrate.ts';
import { eventTables } from './0000-event-tables.ts';
import { idempotencyKeys } from './platform-0001-idempotency-keys.ts';
import { deadLetters } from './platform-0002-dead-letters.ts';
import { outboxShares } from './platform-0003-outbox-shares.ts';
import { projectionChecks } from './platform-0004-projection-checks.ts';
import { erasedUsers } from './platform-0005-erased-users.ts';
import { comparisonProgress } from './platform-0006-comparison-progress.ts';
import { untoldVersions } from './platform-0007-untold-versions.ts';
import { shareStatistics } from './platform-0008-share-statistics.ts';
import { outboxTopics } from './platform-0009-outbox-topics.ts';
import { outboxBus } from './platform-0010-outbox-bus.ts';
import { snapshots } from './platform-0011-snapshots.ts';

/**
 * The platform's tables in every service's database, created before the service's own; names begin with `platform-`.
 */
export const platformMigrations: MigrationList = [
  eventTables,
  idempotencyKeys,
  deadLetters,
  outboxShares,
  projectionChecks,
  erasedUsers,
  comparisonProgress,
  untoldVersions,
  shareStatistics,
  outboxTopics,
  outboxBus,
  snapshots,
];
