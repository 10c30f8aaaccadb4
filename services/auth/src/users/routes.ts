import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { userDeleted, userUpdated } from '@nightshelf/contracts/events/users.ts';
import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { type OwnedPart, type OwnedTopic, ownedEntities } from '@nightshelf/platform/events/projections/owned.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import { findActiveUser, lockActiveUser, publishUser, showOwnUser, stateOf, User } from './user.ts';

/** Attempts to note a privacy change while Redis is unavailable; the event hides the library in any case. */
const noteAttempts = 60;
const noteAgainMs = 1000;

export function userRoutes(app: FastifyInstance, { work, redis, logger }: Foundation<object>): void {
  const notes = new PrivacyNotes(redis);

  /** Notes the stored value, so that a repeated or overtaken request notes the latest one. */
  const notePrivacy = async (userId: string, attempts = noteAttempts): Promise<void> => {
    const stored = await findActiveUser(work.query(), userId).catch(() => undefined);
    if (stored === null || (stored && (await notes.note(userId, stored)))) return;
    if (attempts === noteAttempts) logger.warn('A privacy change could not be noted and is tried again');
    if (attempts > 1) setTimeout(() => void notePrivacy(userId, attempts - 1), noteAgainMs).unref();
  };

  route(app, authCalls.getProfile, async ({ identity: caller }) => {
    const em = work.query();
    const user = await findActiveUser(em, caller.userId);
    if (!user) throw unauthenticated();
    return { success: true, message: 'Your profile.', user: await showOwnUser(em, user) };
  });

  route(app, authCalls.updateProfile, async ({ identity: { userId }, body: { privacy }, intent, request }) => {
    const user = await work.for(intent).transaction(async ({ em, publish }) => {
      const user = await lockActiveUser(em, userId);
      if (!user) throw unauthenticated();
      if (user.changePrivacy(privacy)) {
        publishUser({ publish }, user);
        await recordActivity(em, { userId, kind: 'privacy_changed', client: clientOf(request), detail: privacy });
      }
      return showOwnUser(em, user);
    });
    await notePrivacy(userId);
    return { success: true, message: 'Your preferences were saved.', user };
  });
}

const present = ownedEntities(User, 'id', (user) => ({
  event: userUpdated,
  data: stateOf(user),
  version: user.version,
}));

const deleted: OwnedPart = {
  async read(em, { after, limit }) {
    const rows = await em.execute<{ user_id: string; version: number }[]>(
      `select user_id, version from erased_users where ?::uuid is null or user_id > ?::uuid
       order by user_id limit ? for share`,
      [after, after, limit],
    );
    return rows.map(({ user_id, version }) => ({ event: userDeleted, data: { user_id }, version, removed: true }));
  },
};

/** All users and all deletions. */
export const ownedUsers: OwnedTopic = { topic: 'auth.users', parts: [present, deleted] };
