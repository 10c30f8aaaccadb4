import { eraseUsers } from '@nightshelf/platform/erasure/erase-users.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { defineService } from '@nightshelf/platform/service/service-definition.ts';
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
import { composeNotifications } from './notifications/compose-notifications.ts';
import { opinionRoutes } from './opinions/routes.ts';
import { profileRoutes } from './profiles/routes.ts';

export const socialService = defineService({
  name: 'social',
  settings: socialSettings,
  entities: [],
  migrations,
  projections: [usersProjection, entriesProjection, favouritesProjection, gamesProjection],
  compose(foundation) {
    const { work, redis, logger } = foundation;
    const notes = new PrivacyNotes(redis);
    return [
      { routes: (app) => directoryRoutes(app, { work }), handlers: onUserChanged },
      { routes: (app) => profileRoutes(app, { work, notes }) },
      { routes: (app) => opinionRoutes(app, { work, notes }) },
      { routes: (app) => activityRoutes(app, { work, notes }), jobs: [pruneActivityHourly(work, logger)] },
      { routes: (app) => followRoutes(app, { work }), owns: [ownedFollows], jobs: [continueHiding(work, logger)] },
      composeNotifications(foundation, notes),
      { handlers: [...onEntryChanged(notes), onFavouritesChanged(notes)] },
      { handlers: [onGameUpserted], jobs: [gameChanges.job(work, logger)] },
      eraseUsers(work, logger, eraseUser),
    ];
  },
});
