import { createHash } from 'node:crypto';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { isHiddenSince } from '../directory/hidden-since.ts';
import { type ListedUser, listedUsers, presentUser } from '../directory/listed-user.ts';
import { chosenBy } from '../libraries/favourites.ts';
import { sharedVersion } from '../libraries/shared-version.ts';
import { statisticsOf } from '../libraries/statistics.ts';
import { libraryJson, visibleLibrary } from '../libraries/visible-library.ts';

/** Raise it with every change to the form of the response, so that browsers do not reuse what they keep. */
const form = 4;

/** A user's page as one viewer may see it: a private library shows others its shared entries only. */
export interface Profile {
  readonly user: ListedUser;
  readonly onlyShared: boolean;
  /** Of exactly this state of the page; weak, since all encodings of the state share it. */
  readonly etag: string;
}

/** @throws CodedError 404 */
export async function findProfile(
  em: EntityManager,
  notes: PrivacyNotes,
  viewerId: string,
  id: string,
): Promise<Profile> {
  // Before the user: an event that arrives in between makes the copy newer than the note, never the note newer.
  const hiddenSince = id.toLowerCase() !== viewerId && (await isHiddenSince(em, notes, id));
  const { library: whole, ...user } = await userWithLibrary(em, viewerId, id);
  const onlyShared = (user.privacy !== 'public' || hiddenSince) && user.id !== viewerId;
  const version = onlyShared ? await sharedVersion(em, user.id, whole) : whole;
  const state = JSON.stringify([form, user, onlyShared, version]);
  return { user, onlyShared, etag: `W/"${createHash('sha256').update(state).digest('base64url')}"` };
}

/**
 * A user, and the version of what their library shows to anybody; '0' before the first change. Asked before the entries are read, so
 * that these may be newer than the tag says, never older.
 * @throws CodedError 404 for a user that is not in the directory, or whose account is not active
 */
async function userWithLibrary(em: EntityManager, viewerId: string, id: string) {
  const [user] = await em.execute<(ListedUser & { readonly library: string })[]>(
    `select listed.*, coalesce(v.version, 0)::text as library
     from (${listedUsers} where u.id = ? and u.is_active) as listed left join library_versions v on v.user_id = listed.id`,
    [viewerId, id],
  );
  if (!user) throw notFound('social.user_not_found', 'User not found');
  return user;
}

/** The page as JSON; its figures are over what is shown. */
export async function profileJson(em: EntityManager, { user, onlyShared }: Profile): Promise<string> {
  const chosen = await chosenBy(em, user.id);
  const entries = await visibleLibrary(em, user.id, onlyShared);
  const visible = new Set(entries.map(({ entry_id }) => entry_id));
  const head = JSON.stringify({
    success: true,
    message: `The page of ${user.username}.`,
    user: presentUser(user),
    stats: statisticsOf(entries),
    favourites: chosen.filter((entryId) => visible.has(entryId)),
  });
  return `${head.slice(0, -1)},"library":${libraryJson(entries)}}`;
}
