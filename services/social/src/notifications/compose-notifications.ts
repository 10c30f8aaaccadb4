import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import { SessionStore } from '@nightshelf/platform/sessions/session-store.ts';
import type { SocialSettings } from '../config.ts';
import { prepareDigests } from './prepare-digests.ts';
import { pruneNotificationsHourly } from './prune-notifications.ts';
import { deliverPushes } from './push/push-deliveries.ts';
import { pushKeysOf } from './push/push-keys.ts';
import { notificationRoutes } from './routes.ts';
import { spreadNotifications } from './spread-job.ts';
import { tellOfReleases } from './wanted-game-out.ts';

export function composeNotifications(
  { work, redis, logger, settings }: Foundation<SocialSettings>,
  notes: PrivacyNotes,
): ServicePart {
  const keys = pushKeysOf(settings);
  const way = keys && { keys, toLoopback: settings.PUSH_TO_LOOPBACK };
  return {
    routes: (app) => notificationRoutes(app, { work, notes, way }),
    jobs: [
      spreadNotifications({ work, notes, logger }),
      tellOfReleases(work, logger),
      prepareDigests({ work, notes, logger }),
      pruneNotificationsHourly(work, logger),
      ...(way ? [deliverPushes({ work, sessions: new SessionStore(redis), way, logger })] : []),
    ],
  };
}
