import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { changePrivacy } from './change-privacy.ts';
import { findActiveUser } from './find-user.ts';
import type { NotingPrivacy } from './noting-privacy.ts';
import { showOwnUser } from './presenter.ts';

export function userRoutes(
  app: FastifyInstance,
  { work, notingPrivacy }: { work: Work; notingPrivacy: NotingPrivacy },
): void {
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
