import { createHash } from 'node:crypto';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { tokenScopeMissing } from '@nightshelf/platform/api-tokens/token-copies.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { notFound, unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import { matches } from '@nightshelf/platform/http/headers.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import type { FastifyInstance } from 'fastify';
import { type ListedUser, listedUsers, presentUser } from '../directory/routes.ts';
import { favouritesOf } from '../libraries/favourites.ts';
import { isHiddenSince } from '../libraries/visibility.ts';
import { libraryJson, sharedVersion, statisticsOf, visibleLibrary } from '../libraries/visible-library.ts';
import type { SocialParts } from '../parts.ts';

/** Raise it with every change of the response's form, so that browsers drop their cached copies. */
const form = 4;

/** A user's page for one viewer; a private library shows others only its shared entries. */
interface Profile {
  readonly user: ListedUser;
  readonly onlyShared: boolean;
  /** A weak tag, because all encodings of this state share it. */
  readonly etag: string;
}

/** @throws CodedError 404 */
async function findProfile(em: EntityManager, notes: PrivacyNotes, viewerId: string, id: string): Promise<Profile> {
  // Read before the user, so that an event in between makes the copy newer than the note, never older.
  const hiddenSince = id.toLowerCase() !== viewerId && (await isHiddenSince(em, notes, id));
  const { library: whole, ...user } = await userWithLibrary(em, viewerId, id);
  const onlyShared = (user.privacy !== 'public' || hiddenSince) && user.id !== viewerId;
  const version = onlyShared ? await sharedVersion(em, user.id, whole) : whole;
  const state = JSON.stringify([form, user, onlyShared, version]);
  return { user, onlyShared, etag: `W/"${createHash('sha256').update(state).digest('base64url')}"` };
}

/**
 * Returns a user and the library version, '0' before the first change. Read before the entries, so that they may be
 * newer than the tag but never older.
 * @throws CodedError 404 for an unknown or inactive user
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

/** Returns the page as JSON, with statistics of the visible entries. */
async function profileJson(em: EntityManager, { user, onlyShared }: Profile): Promise<string> {
  const chosen = await favouritesOf(em, user.id);
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

/** Concurrent builds, each of which may take tens of megabytes, and the queue for them. */
const maxBuilds = 2;
const maxQueuedBuilds = 200;

/** Builds complete pages; concurrent requests for the same state share one build. */
class Pages {
  readonly #builds = new Semaphore(maxBuilds, maxQueuedBuilds, () =>
    unavailable('social.busy', 'Too many libraries are being opened. Please try again.'),
  );
  readonly #building = new Map<string, Promise<Buffer>>();

  /** @throws CodedError 503 when the queue is full */
  json(em: EntityManager, profile: Profile): Promise<Buffer> {
    const { etag } = profile;
    const inFlight = this.#building.get(etag);
    if (inFlight) return inFlight;
    const build = async () => Buffer.from(await profileJson(em, profile));
    const building = this.#builds.run(build).finally(() => this.#building.delete(etag));
    this.#building.set(etag, building);
    return building;
  }
}

export function profileRoutes(app: FastifyInstance, { work, notes }: SocialParts): void {
  const pages = new Pages();
  route(app, socialCalls.getUser, async ({ identity, params, request, reply }) => {
    // A token may read only its own user's library.
    if (identity.scopes && params.id !== identity.userId) throw tokenScopeMissing(undefined);
    const em = work.query();
    const profile = await findProfile(em, notes, identity.userId, params.id);
    reply.headers({ etag: profile.etag, 'cache-control': 'private, no-cache' });
    // Open pages ask again whenever they may have missed an update, and usually nothing has changed.
    if (matches(request.headers['if-none-match'], profile.etag)) return reply.status(304).send();

    // Sends the bytes unchanged, because the contract's serializer takes several times as long as building them.
    return reply.type('application/json; charset=utf-8').send(await pages.json(em, profile));
  });
}
