import { Counter, defineService } from '@nightshelf/platform';
import { DeferredActivity } from './activity/deferred-activity.ts';
import { pruneActivityDaily } from './activity/jobs.ts';
import { activityRoutes } from './activity/routes.ts';
import { KnownDevices } from './clients/known-devices.ts';
import { authSettings } from './config.ts';
import { Passwords } from './credentials/passwords.ts';
import { credentialRoutes } from './credentials/routes.ts';
import { copyFollows } from './follows/copy-follows.ts';
import { followsProjection } from './follows/follows-projection.ts';
import { endSessionUrl } from './identities/end-session-url.ts';
import { LinkedIdentity } from './identities/identity.ts';
import { IdentityProviders } from './identities/identity-providers.ts';
import { keptValues } from './identities/kept-values.ts';
import { identityRoutes } from './identities/routes.ts';
import { chooseMailer } from './mail/choose-mailer.ts';
import { mailWorker } from './mail/mail-worker.ts';
import { Outbox } from './mail/outbox.ts';
import { migrations } from './migrations/index.ts';
import { answerResetRequests, pruneResetsDaily } from './recovery/jobs.ts';
import { recoveryRoutes } from './recovery/routes.ts';
import { registrationRoutes } from './registration/routes.ts';
import { BrowserSessions } from './sessions/browser-sessions.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { AttemptLimit } from './throttling/attempt-limit.ts';
import { HeldAnswers } from './throttling/held-answers.ts';
import { Semaphore } from './throttling/semaphore.ts';
import { SignInGuard } from './throttling/sign-in-guard.ts';
import { ownedUsers } from './users/owned-users.ts';
import { userRoutes } from './users/routes.ts';
import { User } from './users/user.ts';

export const authService = defineService({
  name: 'auth',
  settings: authSettings,
  entities: [User, LinkedIdentity],
  migrations,
  projections: [followsProjection],
  compose: ({ settings, work, redis, registry, logger }) => {
    const passwords = new Passwords(new Semaphore(settings.PASSWORD_HASHES_AT_ONCE, settings.PASSWORD_HASHES_WAITING));
    const sessions = new BrowserSessions(redis, settings.PUBLIC_ORIGIN);
    const deferred = new DeferredActivity(work, redis, logger);
    const attempts = new AttemptLimit(redis, settings.RATE_LIMIT_FACTOR);
    const devices = new KnownDevices(settings.IDENTITY_SECRET, settings.PUBLIC_ORIGIN);
    const guard = new SignInGuard(attempts, new HeldAnswers(redis, settings.RATE_LIMIT_FACTOR), devices);
    const mailer = chooseMailer(settings, logger);
    const outbox = new Outbox(work, mailer !== null);
    const mails = mailer && mailWorker({ outbox, mailer, retrySeconds: settings.MAIL_RETRY_SECONDS, logger, registry });
    const resets = answerResetRequests({
      work,
      outbox,
      publicOrigin: settings.PUBLIC_ORIGIN,
      logger,
      onAnswered: () => mails?.wake(),
    });
    const providers = new IdentityProviders(settings.OIDC_PROVIDERS, settings.PUBLIC_ORIGIN);
    const kept = keptValues(redis, settings.PUBLIC_ORIGIN);
    const honeypot = new Counter({
      name: 'auth_honeypot_total',
      help: 'Registrations that filled the hidden field and were only pretended to succeed',
      registers: [registry],
    });
    return {
      routes: (app) => {
        registrationRoutes({ work, passwords, sessions, devices, honeypot })(app);
        sessionRoutes(app, { work, sessions, deferred, endSessionUrl: (facts) => endSessionUrl(providers, facts) });
        credentialRoutes(app, { work, passwords, sessions, attempts, guard, deferred });
        recoveryRoutes({ work, passwords, sessions, attempts, onRequested: () => resets.wake() })(app);
        activityRoutes(work)(app);
        identityRoutes({ work, providers, sessions, ...kept })(app);
        userRoutes(work)(app);
      },
      handlers: copyFollows,
      jobs: [resets, ...(mails ? [mails] : []), pruneResetsDaily(work, logger), pruneActivityDaily(work, logger)],
      owns: [ownedUsers],
      close: async () => {
        await deferred.settle();
        mailer?.close();
      },
    };
  },
});
