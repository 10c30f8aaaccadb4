import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { conflict } from '@nightshelf/platform/errors/coded-error.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import type { DeferredActivity } from '../activity/compose-activity.ts';
import type { KnownDevices } from '../clients/known-devices.ts';
import type { AuthSettings } from '../config.ts';
import type { Mail } from '../mail/send-mail.ts';
import { passkeyChallenges } from '../passkeys/challenges.ts';
import { listPasskeys, renamePasskey } from '../passkeys/passkey-table.ts';
import { RelyingParty } from '../passkeys/relying-party.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { lockCaller } from '../sessions/end-sessions.ts';
import type { AttemptLimit } from '../throttling/attempt-limit.ts';
import { addPasskey, type ChangeParts, confirmTotp, removePasskey, removeTotp } from './change-factors.ts';
import { FactorKeys } from './factor-keys.ts';
import { factorsClaim, factorsOf, replaceRecoveryCodes, secondFactorMethods } from './factors.ts';
import { type SecondStepParts, secondSteps, signInRoutes } from './finish-sign-in.ts';
import { FactorMails } from './tell.ts';
import { keepTotp, newTotpSecret, totpUri } from './totp.ts';

interface Given extends Foundation<AuthSettings> {
  readonly sessions: BrowserSessions;
  readonly attempts: AttemptLimit;
  readonly devices: KnownDevices;
  readonly deferred: DeferredActivity;
  readonly mail: Mail;
}

export function composeFactors({ work, redis, settings, sessions, attempts, devices, deferred, mail }: Given) {
  const { PUBLIC_ORIGIN: origin, IDENTITY_SECRET: identitySecret, SECOND_FACTOR_KEYS: own = [] } = settings;
  const [first = identitySecret, ...others] = [...own, identitySecret];
  const proofs = {
    keys: new FactorKeys([first, ...others]),
    relyingParty: new RelyingParty(origin, passkeyChallenges(redis, origin)),
    steps: secondSteps(redis, origin),
    mails: new FactorMails(mail.queue, origin),
  };
  const parts: SecondFactorParts = { work, sessions, attempts, devices, deferred, ...proofs };
  return { ...proofs, claim: factorsClaim, routes: (app: FastifyInstance) => secondFactorRoutes(app, parts) };
}

interface SecondFactorParts extends ChangeParts, SecondStepParts {}

function secondFactorRoutes(app: FastifyInstance, parts: SecondFactorParts): void {
  const { work, keys, relyingParty, sessions } = parts;

  route(app, factorCalls.listSecondFactors, async ({ identity: { userId } }) => {
    const em = work.query();
    const { totp, recoveryCodesLeft } = await factorsOf(em, userId);
    const passkeys = await listPasskeys(em, userId);
    const message = 'Ways to confirm your identity.';
    return { success: true, message, passkeys, has_totp: totp, recovery_codes_left: recoveryCodesLeft };
  });

  // Creates a new secret on each call, because the idempotency record must not store one.
  route(app, factorCalls.beginTotp, async ({ identity: caller, intent }) => {
    const { userId } = caller;
    const secret = newTotpSecret();
    const { username } = await work.for(intent).repeatable(async ({ em }) => {
      const user = await lockCaller(em, sessions, caller);
      if (await keepTotp(em, userId, keys.encrypt(secret, userId))) return user;
      throw conflict('auth.totp_in_force', 'You already have an authenticator app. Remove it first.');
    });
    const message = 'Add the key to your authenticator app.';
    return { success: true, message, secret, uri: totpUri(secret, username) };
  });

  route(app, factorCalls.confirmTotp, async ({ identity: caller, body, intent, request }) => {
    await confirmTotp(work.for(intent), parts, { ...caller, client: clientOf(request), code: body.code });
    return { success: true, message: 'Your authenticator app was added.' };
  });

  route(app, factorCalls.removeTotp, async ({ identity: caller, intent, request }) => {
    await removeTotp(work.for(intent), parts, { ...caller, client: clientOf(request) });
    return { success: true, message: 'Your authenticator app was removed.' };
  });

  route(app, factorCalls.makeRecoveryCodes, async ({ identity: caller, intent, request }) => {
    const { userId } = caller;
    const codes = await work.for(intent).repeatable(async ({ em }) => {
      await lockCaller(em, sessions, caller);
      const methods = await secondFactorMethods(em, userId);
      if (methods.length === 0) throw conflict('auth.no_second_factor', 'Add a second factor first.');
      await recordActivity(em, { userId, kind: 'recovery_codes_made', client: clientOf(request) });
      return replaceRecoveryCodes(em, keys, userId);
    });
    return { success: true, message: 'Store these codes in a safe place.', recovery_codes: codes };
  });

  route(app, factorCalls.beginPasskey, async ({ identity: { userId, username }, intent, reply }) => {
    const { options, cookie } = await work
      .for(intent)
      .noted(() => relyingParty.challengeNew(work.query(), { id: userId, username }));
    reply.header('set-cookie', cookie);
    return { success: true, message: 'Create a passkey.', options: { ...options } };
  });

  route(app, factorCalls.addPasskey, async ({ identity: caller, body, intent, request }) => {
    const { name, credential: response } = body;
    const made = { ...caller, client: clientOf(request), name, response, cookies: request.headers.cookie };
    const passkey = await addPasskey(work.for(intent), parts, made);
    return { success: true, message: 'Your passkey was added.', passkey };
  });

  route(app, factorCalls.renamePasskey, async ({ identity: caller, params: { id }, body, intent, request }) => {
    const { userId } = caller;
    const passkey = await work.for(intent).transaction(async ({ em }) => {
      await lockCaller(em, sessions, caller);
      const renamed = await renamePasskey(em, userId, id, body.name);
      await recordActivity(em, { userId, kind: 'passkey_renamed', client: clientOf(request), detail: body.name });
      return renamed;
    });
    return { success: true, message: 'Your passkey was renamed.', passkey };
  });

  route(app, factorCalls.removePasskey, async ({ identity: caller, params: { id }, intent, request }) => {
    const name = await removePasskey(work.for(intent), parts, { ...caller, client: clientOf(request), id });
    return { success: true, message: `The passkey ${name} was removed.` };
  });

  signInRoutes(app, parts);
}
