import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { userDeleted, userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { OwnUser, Privacy } from '@nightshelf/contracts/users.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { type OwnedPart, type OwnedTopic, ownedEntities } from '@nightshelf/platform/events/projections/owned.ts';
import { type Client, clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import { findActiveUser, lockActiveUser } from './find-user.ts';
import { showOwnUser, stateOf, User } from './user.ts';

export function composeUsers({ work, redis, logger }: Foundation<object>): ServicePart {
  const notingPrivacy = new NotingPrivacy(work, redis, logger);
  return {
    routes: (app) => userRoutes(app, { work, notingPrivacy }),
    owns: [ownedUsers],
    close: () => notingPrivacy.stop(),
  };
}

function userRoutes(app: FastifyInstance, { work, notingPrivacy }: { work: Work; notingPrivacy: NotingPrivacy }): void {
  route(app, authCalls.getProfile, async ({ identity: caller }) => {
    const em = work.query();
    const user = await findActiveUser(em, caller.userId);
    if (!user) throw unauthenticated();
    return { success: true, message: 'Your profile.', user: await showOwnUser(em, user) };
  });

  route(app, authCalls.updateProfile, async ({ identity: caller, body, intent, request }) => {
    const { userId } = caller;
    const change = { userId, privacy: body.privacy, client: clientOf(request) };
    const user = await changePrivacy(work.for(intent), change);
    await notingPrivacy.note(userId);
    return { success: true, message: 'Your preferences were saved.', user };
  });
}

/** Sets who can see the user's library. @throws CodedError 401 when the account is gone */
async function changePrivacy(
  work: Change,
  { userId, privacy, client }: { userId: string; privacy: Privacy; client: Client },
): Promise<OwnUser> {
  return work.transaction(async ({ em, publish }) => {
    const user = await lockActiveUser(em, userId);
    if (!user) throw unauthenticated();
    if (user.changePrivacy(privacy)) {
      publish(userUpdated, { data: stateOf(user), version: user.version });
      await recordActivity(em, { userId, kind: 'privacy_changed', client, detail: privacy });
    }
    return showOwnUser(em, user);
  });
}

/** In milliseconds, between attempts while Redis is unavailable. */
const againMs = 1000;

/**
 * Hides a library before the social service receives the event. Retries failed notes; if the process dies, the event
 * still hides the library.
 */
class NotingPrivacy {
  readonly #work: Work;
  readonly #notes: PrivacyNotes;
  readonly #logger: Logger;
  readonly #waiting = new Set<string>();
  readonly #again: Worker;
  #isAgain = false;

  constructor(work: Work, redis: ConstructorParameters<typeof PrivacyNotes>[0], logger: Logger) {
    this.#work = work;
    this.#notes = new PrivacyNotes(redis);
    this.#logger = logger;
    this.#again = new Worker({ name: 'privacy-notes', idleMs: againMs, logger, step: () => this.#noteWaiting() });
  }

  /** Notes the user's current privacy. Never throws; takes at most half a second while Redis is unavailable. */
  async note(userId: string): Promise<void> {
    const isNoted = await this.#note(userId).catch(() => false);
    if (isNoted) return;
    this.#logger.warn(
      'A privacy change could not be noted and is tried again; until then social learns of it by its event',
    );
    this.#waiting.add(userId);
    if (!this.#isAgain) await this.#again.start();
    this.#isAgain = true;
  }

  async stop(): Promise<void> {
    await this.#again.stop();
  }

  async #noteWaiting(): Promise<boolean> {
    for (const userId of this.#waiting) {
      if (!(await this.#note(userId))) return false;
      this.#waiting.delete(userId);
    }
    return false;
  }

  /** Notes the stored value, so that a repeated or overtaken request notes the latest one. */
  async #note(userId: string): Promise<boolean> {
    const user = await findActiveUser(this.#work.query(), userId);
    return !user || this.#notes.note(userId, user);
  }
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
