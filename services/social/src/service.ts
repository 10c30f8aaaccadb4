import { eraseUsers } from '@nightshelf/platform/erasure/erase-users.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { defineService, type ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import { activityRoutes, pruneActivityHourly } from './activity/activity.ts';
import { socialSettings } from './config.ts';
import { directoryRoutes } from './directory/routes.ts';
import { eraseUser, onUserChanged, usersProjection } from './directory/users.ts';
import { continueHiding } from './follows/follow-counts.ts';
import { followRoutes, ownedFollows } from './follows/routes.ts';
import { gameChanges, gamesProjection, onGameUpserted } from './games/games.ts';
import { entriesProjection, onEntryChanged } from './libraries/entries.ts';
import { favouritesProjection, onFavouritesChanged } from './libraries/favourites.ts';
import { migrations } from './migrations/index.ts';
import { notificationJobs } from './notifications/notification-jobs.ts';
import { pushSenderOf } from './notifications/push/send-push.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { opinionRoutes } from './opinions/routes.ts';
import type { SocialParts } from './parts.ts';
import { profileRoutes } from './profiles/routes.ts';

const routes = [directoryRoutes, profileRoutes, opinionRoutes, activityRoutes, followRoutes, notificationRoutes];

export const socialService = defineService({
  name: 'social',
  settings: socialSettings,
  entities: [],
  migrations,
  projections: [usersProjection, entriesProjection, favouritesProjection, gamesProjection],
  compose(foundation) {
    const { work, redis, logger, settings } = foundation;
    const notes = new PrivacyNotes(redis);
    const parts: SocialParts = { ...foundation, notes, sender: pushSenderOf(settings) };
    return [
      ...routes.map((add): ServicePart => ({ routes: (app) => add(app, parts) })),
      {
        handlers: [...onUserChanged, ...onEntryChanged(notes), onFavouritesChanged(notes), onGameUpserted],
        owns: [ownedFollows],
        jobs: [
          pruneActivityHourly(parts),
          continueHiding(parts),
          gameChanges.job(work, logger),
          ...notificationJobs(parts),
        ],
      },
      eraseUsers(work, logger, eraseUser),
    ];
  },
});
