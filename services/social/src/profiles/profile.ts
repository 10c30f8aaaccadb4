import type { EntityManager } from '@mikro-orm/postgresql';
import { listedUser, presentUser } from '../directory/listed-user.ts';
import { statisticsOf } from '../libraries/statistics.ts';
import { libraryJson, visibleLibrary } from '../libraries/visible-library.ts';

/**
 * A user's page as JSON: a private library shows others its shared entries only, and the figures are over what is shown.
 * @throws CodedError 404 for a user that is not in the directory
 */
export async function profileJson(em: EntityManager, viewerId: string, id: string): Promise<string> {
  const user = await listedUser(em, viewerId, id);
  const onlyShared = user.privacy !== 'public' && user.id !== viewerId;
  const entries = await visibleLibrary(em, user.id, onlyShared);
  const head = JSON.stringify({
    success: true,
    message: `The page of ${user.username}.`,
    user: presentUser(user),
    stats: statisticsOf(entries),
  });
  return `${head.slice(0, -1)},"library":${libraryJson(entries)}}`;
}
