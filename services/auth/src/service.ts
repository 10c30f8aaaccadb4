import { type Client, defineService, TokenCopies } from '@nightshelf/platform';
import { DeferredActivity } from './activity/deferred-activity.ts';
import { pruneActivityDaily } from './activity/jobs.ts';
import { activityRoutes } from './activity/routes.ts';
import { AddressMails } from './addresses/address-mails.ts';
import { pruneAddressLinksDaily } from './addresses/jobs.ts';
import { addressRoutes } from './addresses/routes.ts';
import { tokensClaim } from './api-tokens/revoke-tokens.ts';
import { apiTokenRoutes } from './api-tokens/routes.ts';
import { prepareArchives, pruneArchivesOften } from './archives/jobs.ts';
import { archiveRoutes } from './archives/routes.ts';
import { authSettings } from './config.ts';
import { Passwords } from './credentials/passwords.ts';
import { credentialRoutes } from './credentials/routes.ts';
import { onDigestPrepared } from './digests/on-digest-prepared.ts';
import { composeProviders } from './external-accounts/compose-providers.ts';
import { LinkedAccount } from './external-accounts/linked-account.ts';
import { linkedAccounts } from './external-accounts/linked-accounts.ts';
import { externalAccountRoutes } from './external-accounts/routes.ts';
import { followsProjection } from './follows/follows-projection.ts';
import { onFollowChanged } from './follows/on-follow-changed.ts';
import { composeMail } from './mail/compose-mail.ts';
import { migrations } from './migrations/index.ts';
import { composeOperators } from './operators/compose-operators.ts';
import { answerResetRequests, pruneResetsDaily } from './recovery/jobs.ts';
import { requestReset } from './recovery/request-reset.ts';
import { recoveryRoutes } from './recovery/routes.ts';
import { countBots } from './registration/bot-check.ts';
import { registrationRoutes } from './registration/routes.ts';
import { composeFactors } from './second-factors/compose.ts';
import { factorsClaim } from './second-factors/factors.ts';
import { secondFactorRoutes } from './second-factors/routes.ts';
import { BrowserSessions } from './sessions/browser-sessions.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { stepUpRoutes } from './step-up/routes.ts';
import { composeThrottling } from './throttling/compose-throttling.ts';
import { NotingPrivacy } from './users/noting-privacy.ts';
import { ownedUsers } from './users/owned-users.ts';
import { userRoutes } from './users/routes.ts';
import { User } from './users/user.ts';

export const authService = defineService({
  name: 'auth',
  settings: authSettings,
  entities: [User, LinkedAccount],
  migrations,
  projections: [followsProjection],
  compose({ settings, work, redis, registry, logger }) {
    const deferred = new DeferredActivity(work, redis, logger);
    const sessions = new BrowserSessions(redis, settings.PUBLIC_ORIGIN);
    const { attempts, devices, guard, hashing } = composeThrottling(redis, settings);
    const passwords = new Passwords(hashing);
    const shared = { work, passwords, sessions, attempts, deferred };
    const mail = composeMail({ settings, work, logger, registry });
    const factors = composeFactors({ ...shared, redis, queue: mail.queue, settings });
    const resets = answerResetRequests({ work, mail, publicOrigin: settings.PUBLIC_ORIGIN, logger });
    const mails = new AddressMails(mail, settings.PUBLIC_ORIGIN);
    const onTakenAddress = (email: string, client: Client) =>
      requestReset(work, email, client, 'registered')
        .then(() => resets.wake())
        .catch((error: unknown) => logger.warn({ err: error }, 'The owner of an address could not be told'));
    const { endSessionUrl, ...signInWithProvider } = composeProviders(redis, settings);
    const linked = linkedAccounts(signInWithProvider.providers);
    // Whatever else opens an account is to be in this list.
    const claims = [tokensClaim, linked.claim, factorsClaim];
    const { LIBRARY_URL: libraryUrl, SOCIAL_URL: socialUrl, IDENTITY_SECRET: identitySecret } = settings;
    const archiveParts = { work, sessions, libraryUrl, socialUrl, identitySecret, logger };
    const archives = prepareArchives(archiveParts);
    const bots = countBots(registry);
    const notingPrivacy = new NotingPrivacy(work, redis, logger);
    const operators = composeOperators({ work, sessions, redis, mails: factors.mails, logger });
    return {
      routes: (app) => {
        stepUpRoutes(app, { ...factors, passwords });
        secondFactorRoutes(app, factors);
        userRoutes(app, { work, notingPrivacy });
        activityRoutes(app, { work });
        archiveRoutes(app, { work, onAsked: () => archives.wake() });
        apiTokenRoutes(app, { work, copies: new TokenCopies(redis) });
        sessionRoutes(app, { work, sessions, deferred, endSessionUrl });
        credentialRoutes(app, { ...factors, passwords, guard, unlink: linked.unlink });
        addressRoutes(app, { ...shared, mails, claims });
        recoveryRoutes(app, { ...shared, claims, linked, onRequested: () => resets.wake() });
        externalAccountRoutes(app, { ...shared, steps: factors.steps, ...signInWithProvider });
        registrationRoutes(app, { ...shared, devices, bots, mails, onTakenAddress });
      },
      handlers: [...onFollowChanged, onDigestPrepared(mail, settings.PUBLIC_ORIGIN)],
      jobs: [
        archives,
        pruneArchivesOften(archiveParts),
        resets,
        ...mail.jobs,
        ...operators.jobs,
        pruneResetsDaily(work, logger),
        pruneAddressLinksDaily(work, logger),
        pruneActivityDaily(work, logger),
      ],
      commands: operators.commands,
      owns: [ownedUsers],
      close: async () => {
        await Promise.all([deferred.settle(), notingPrivacy.stop()]);
        mail.close();
      },
    };
  },
});
