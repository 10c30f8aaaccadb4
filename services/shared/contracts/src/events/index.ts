import { digestPrepared } from './digests.ts';
import { entryAdded, entryRemoved, entryUpdated } from './entries.ts';
import type { EventDefinition } from './event.ts';
import { favouritesChanged } from './favourites.ts';
import { userFollowed, userUnfollowed } from './follows.ts';
import { gameRequested } from './game-requests.ts';
import { gameUpserted } from './games.ts';
import { reviewsRefreshed } from './reviews.ts';
import { snapshotted } from './snapshots.ts';
import { userDeleted, userRegistered, userUpdated } from './users.ts';

/** Every event between services. */
export const events: readonly EventDefinition[] = [
  userRegistered,
  userUpdated,
  userDeleted,
  entryAdded,
  entryUpdated,
  entryRemoved,
  favouritesChanged,
  gameRequested,
  gameUpserted,
  userFollowed,
  userUnfollowed,
  digestPrepared,
  reviewsRefreshed,
  ...Object.values(snapshotted),
];
