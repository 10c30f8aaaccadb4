import { createHash } from 'node:crypto';
import type { EntityManager, PrivacyNotes } from '@nightshelf/platform';
import { isHiddenSince } from '../directory/hidden-since.ts';
import { type ListedUser, listedUser, presentUser } from '../directory/listed-user.ts';
import { libraryVersion } from '../libraries/library-version.ts';
import { sharedVersion } from '../libraries/shared-version.ts';
import { statisticsOf } from '../libraries/statistics.ts';
import { libraryJson, visibleLibrary } from '../libraries/visible-library.ts';

/** Raise it with every change to the form of the response, so that browsers do not reuse what they keep. */
const form = 2;

/** A user's page as one viewer may see it: a private library shows others its shared entries only. */
export interface Profile {
  readonly user: ListedUser;
  readonly onlyShared: boolean;
  /** Of exactly this state of the page; weak, since all encodings of the state share it. */
  readonly etag: string;
}

/** @throws CodedError 404 for a user that is not in the directory */
export async function findProfile(
  em: EntityManager,
  notes: PrivacyNotes,
  viewerId: string,
  id: string,
): Promise<Profile> {
  // Before the user: an event that arrives in between makes the copy newer than the note, never the note newer.
  const hiddenSince = id.toLowerCase() !== viewerId && (await isHiddenSince(em, notes, id));
  const user = await listedUser(em, viewerId, id);
  const onlyShared = (user.privacy !== 'public' || hiddenSince) && user.id !== viewerId;
  // Read before the entries, so that these may be newer than the tag says, never older.
  const whole = await libraryVersion(em, user.id);
  const version = onlyShared ? await sharedVersion(em, user.id, whole) : whole;
  const state = JSON.stringify([form, user, onlyShared, version]);
  return { user, onlyShared, etag: `W/"${createHash('sha256').update(state).digest('base64url')}"` };
}

/** The page as JSON; its figures are over what is shown. */
export async function profileJson(em: EntityManager, { user, onlyShared }: Profile): Promise<string> {
  const entries = await visibleLibrary(em, user.id, onlyShared);
  const head = JSON.stringify({
    success: true,
    message: `The page of ${user.username}.`,
    user: presentUser(user),
    stats: statisticsOf(entries),
  });
  return `${head.slice(0, -1)},"library":${libraryJson(entries)}}`;
}
