import { accountCalls } from '@nightshelf/contracts';
import { originOf, route, type ServiceParts } from '@nightshelf/platform';
import { type ChangeParts, changePassword } from './change-password.ts';

/** Changing the password while signed in. */
export const credentialRoutes =
  (parts: ChangeParts): ServiceParts['routes'] =>
  (app) => {
    route(app, accountCalls.changePassword, async ({ body, identity, intent, request, reply }) => {
      await parts.sessions.checkAvailable();
      const change = { identity, origin: originOf(request), form: body };
      reply.header('set-cookie', await changePassword(parts.work.for(intent), parts, change));
      return { success: true, message: 'Your password was changed. You are signed out everywhere else.' };
    });
  };
