import { eraseUsers } from '@nightshelf/platform/erasure/erase-users.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { defineService } from '@nightshelf/platform/service/service-definition.ts';
import { socialSettings } from './config.ts';
import { pruneDeedsHourly } from './deeds/prune-deeds.ts';
import { deedRoutes } from './deeds/routes.ts';
import { eraseUser } from './directory/erase-user.ts';
import { onUserChanged } from './directory/on-user-changed.ts';
import { directoryRoutes } from './directory/routes.ts';
import { usersProjection } from './directory/users-projection.ts';
import { Follow } from './follows/follow.ts';
import { goOnHiding } from './follows/hide-follows.ts';
import { ownedFollows } from './follows/owned-follows.ts';
import { followRoutes } from './follows/routes.ts';
import { gamesProjection } from './games/games-projection.ts';
import { onGameUpserted } from './games/on-game-upserted.ts';
import { entriesProjection } from './libraries/entries-projection.ts';
import { favouritesProjection } from './libraries/favourites-projection.ts';
import { gameChanges } from './libraries/game-changes.ts';
import { onEntryChanged } from './libraries/on-entry-changed.ts';
import { onFavouritesChanged } from './libraries/on-favourites-changed.ts';
import { migrations } from './migrations/index.ts';
import { composeNotifications } from './notifications/compose-notifications.ts';
import { opinionRoutes } from './opinions/routes.ts';
import { profileRoutes } from './profiles/routes.ts';

export const socialService = defineService({
  name: 'social',
  settings: socialSettings,
  entities: [Follow],
  migrations,
  projections: [usersProjection, entriesProjection, favouritesProjection, gamesProjection],
  compose(foundation) {
    const { work, redis, logger } = foundation;
    const notes = new PrivacyNotes(redis);
    return [
      { routes: (app) => directoryRoutes(app, { work }), handlers: onUserChanged },
      { routes: (app) => profileRoutes(app, { work, notes }) },
      { routes: (app) => opinionRoutes(app, { work, notes }) },
      { routes: (app) => deedRoutes(app, { work, notes }), jobs: [pruneDeedsHourly(work, logger)] },
      { routes: (app) => followRoutes(app, { work }), owns: [ownedFollows], jobs: [goOnHiding(work, logger)] },
      composeNotifications(foundation, notes),
      { handlers: [...onEntryChanged(notes), onFavouritesChanged(notes)] },
      { handlers: [onGameUpserted], jobs: [gameChanges.job(work, logger)] },
      eraseUsers(work, logger, eraseUser),
    ];
  },
});
