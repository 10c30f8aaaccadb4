import type { Job, Logger, PrivacyNotes, Work } from '@nightshelf/platform';
import type { FastifyInstance } from 'fastify';
import { pruneNotificationsHourly } from './prune-notifications.ts';
import { notificationRoutes } from './routes.ts';
import { spreadNotifications } from './spread-job.ts';
import { tellOfReleases } from './wanted-game-out.ts';

interface Parts {
  readonly work: Work;
  readonly notes: PrivacyNotes;
  readonly logger: Logger;
}

/** What users are told, and all that works at it. */
export function composeNotifications(parts: Parts): {
  readonly routes: (app: FastifyInstance) => void;
  readonly jobs: readonly Job[];
} {
  const { work, logger } = parts;
  return {
    routes: (app) => notificationRoutes(app, parts),
    jobs: [spreadNotifications(parts), tellOfReleases(work, logger), pruneNotificationsHourly(work, logger)],
  };
}
