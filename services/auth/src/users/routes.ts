import { authCalls } from '@nightshelf/contracts';
import { originOf, route, type ServiceParts, unauthenticated, type Work } from '@nightshelf/platform';
import { changePrivacy } from './change-privacy.ts';
import { findActiveUser } from './find-user.ts';
import { showOwnUser } from './presenter.ts';

/** The signed-in user's own account. */
export const userRoutes =
  (work: Work): ServiceParts['routes'] =>
  (app) => {
    route(app, authCalls.getProfile, async ({ identity }) => {
      const em = work.read();
      const user = await findActiveUser(em, identity.userId);
      if (!user) throw unauthenticated();
      return { success: true, message: 'Your profile.', user: await showOwnUser(em, user) };
    });

    route(app, authCalls.updateProfile, async ({ identity, body, request }) => {
      const { userId } = identity;
      const user = await changePrivacy(work, { userId, privacy: body.privacy, origin: originOf(request) });
      return { success: true, message: 'Your preferences were saved.', user: await showOwnUser(work.read(), user) };
    });
  };
