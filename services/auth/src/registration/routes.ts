import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import type { OwnUser } from '@nightshelf/contracts/users.ts';
import { isCoded, unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import type { KnownDevices } from '../clients/known-devices.ts';
import { beginAgain } from '../credentials/begin-again.ts';
import { noFollows } from '../follows/follows.ts';
import { secondFactorMethods } from '../second-factors/factors.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { invalidCredentials } from '../sessions/sign-in-once.ts';
import { presentOwnUser } from '../users/presenter.ts';
import { newAccount } from '../users/user.ts';
import { countBots, isFilledByBot, type RegistrationParts, refuseTooFast, registerUser } from './register-user.ts';

interface Parts extends RegistrationParts {
  readonly sessions: BrowserSessions;
  readonly devices: KnownDevices;
  readonly registry: Foundation<object>['registry'];
}

export function registrationRoutes(app: FastifyInstance, parts: Parts): void {
  const { work, passwords, sessions, devices } = parts;
  const bots = countBots(parts.registry);

  route(app, authCalls.register, async ({ body, identity: caller, intent, request, reply }) => {
    const intended = work.for(intent);
    if (isFilledByBot(body)) {
      bots.inc();
      // A bot gets the response of a success, so that it cannot detect the refusal.
      return welcome(await intended.transaction(async () => presentOwnUser(newAccount(body), noFollows)));
    }
    refuseTooFast(body);
    await sessions.checkAvailable();
    const client = clientOf(request);
    const { user, isNew } = await registerUser(intended, parts, { form: body, client });
    const again = { userId: user.id, password: body.password, caller, client };
    // A repeated request must not bypass a second factor that the user has added since.
    if (!isNew && (await secondFactorMethods(work.query(), user.id)).length > 0) throw invalidCredentials();
    const beginning = isNew
      ? sessions.begin(user, caller, { client })
      : beginAgain({ work, passwords, sessions }, again);
    const cookie = await beginning.catch((error: unknown) => {
      if (isCoded(error, 'auth.invalid_credentials')) throw error;
      throw unavailable('auth.not_signed_in', 'Your account was created. Please sign in.', error);
    });
    reply.header('set-cookie', [cookie, devices.remember(request.headers.cookie, user.id)]);
    return welcome(user);
  });
}

const welcome = (user: OwnUser) => ({
  success: true as const,
  message: `Welcome to Nightshelf, ${user.username}!`,
  user,
});
