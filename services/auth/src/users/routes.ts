import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { userDeleted, userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { type OwnedPart, type OwnedTopic, ownedEntities } from '@nightshelf/platform/events/projections/owned.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import { findActiveUser, lockActiveUser } from './find-user.ts';
import { publishUser, showOwnUser, stateOf, User } from './user.ts';

export function composeUsers(foundation: Foundation<object>): ServicePart {
  const privacy = notingPrivacy(foundation);
  return {
    routes: (app) => userRoutes(app, foundation.work, privacy.note),
    owns: [ownedUsers],
    close: () => privacy.again.stop(),
  };
}

function userRoutes(app: FastifyInstance, work: Work, notePrivacy: (userId: string) => Promise<void>): void {
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

/** Between attempts while Redis is unavailable. */
const againMs = 1000;

/**
 * Hides a library before the social service receives the event. Retries failed notes; if the process dies, the event
 * still hides the library.
 */
function notingPrivacy({ work, redis, logger }: Foundation<object>) {
  const notes = new PrivacyNotes(redis);
  const waiting = new Set<string>();
  let started: Promise<void> | null = null;

  /** Notes the stored value, so that a repeated or overtaken request notes the latest one. */
  const tryToNote = async (userId: string): Promise<boolean> => {
    const user = await findActiveUser(work.query(), userId);
    return !user || notes.note(userId, user);
  };

  const noteWaiting = async (): Promise<boolean> => {
    for (const userId of waiting) {
      if (!(await tryToNote(userId))) return false;
      waiting.delete(userId);
    }
    return false;
  };
  // Not a job of the service, because processes without that role note changes too.
  const again = new Worker({ name: 'privacy-notes', idleMs: againMs, logger, step: noteWaiting });

  /** Never throws; takes at most half a second while Redis is unavailable. */
  const note = async (userId: string): Promise<void> => {
    if (await tryToNote(userId).catch(() => false)) return;
    logger.warn('A privacy change could not be noted and is tried again; until then social learns of it by its event');
    waiting.add(userId);
    started ??= again.start();
    await started;
  };

  return { note, again };
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
const ownedUsers: OwnedTopic = { topic: 'auth.users', parts: [present, deleted] };
