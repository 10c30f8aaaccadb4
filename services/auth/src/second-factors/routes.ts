import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { conflict, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import { mailFactor } from '../mail/send-mail.ts';
import type { AuthParts } from '../parts.ts';
import {
  challengeNew,
  deletePasskey,
  listPasskeys,
  renamePasskey,
  storePasskey,
  verifyNew,
} from '../passkeys/passkeys.ts';
import { lockCaller } from '../sessions/routes.ts';
import {
  acceptTotp,
  deleteTotp,
  dropNeedlessCodes,
  factorsOf,
  keepTotp,
  newTotpSecret,
  replaceRecoveryCodes,
  secondFactorMethods,
  totpUri,
} from './factors.ts';
import { wrongCode } from './finish-sign-in.ts';

const appName = 'An authenticator app';

export function secondFactorRoutes(app: FastifyInstance, parts: AuthParts): void {
  const { work, keys, sessions, attempts, mail } = parts;

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
    const { userId } = caller;
    await work.for(intent).transaction(async ({ em }) => {
      const user = await lockCaller(em, sessions, caller);
      await attempts.enter(`totp:${userId}`, null);
      if (!(await acceptTotp(em, keys, { userId, code: body.code, isConfirmed: false }))) throw wrongCode('code');
      await attempts.succeeded(`totp:${userId}`, null);
      await recordActivity(em, { userId, kind: 'totp_added', client: clientOf(request) });
      await mailFactor(em, mail, user, { change: 'added', factor: appName });
      return null;
    });
    return { success: true, message: 'Your authenticator app was added.' };
  });

  route(app, factorCalls.removeTotp, async ({ identity: caller, intent, request }) => {
    const { userId } = caller;
    await work.for(intent).transaction(async ({ em }) => {
      const user = await lockCaller(em, sessions, caller);
      if (!(await deleteTotp(em, userId))) throw notFound('auth.no_totp', 'You have no authenticator app.');
      await dropNeedlessCodes(em, userId);
      await recordActivity(em, { userId, kind: 'totp_removed', client: clientOf(request) });
      await mailFactor(em, mail, user, { change: 'removed', factor: appName });
      return null;
    });
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

  route(app, factorCalls.beginPasskey, async ({ identity, intent, reply }) => {
    const { options, cookie } = await work.for(intent).noted(() => challengeNew(parts, identity));
    reply.header('set-cookie', cookie);
    return { success: true, message: 'Create a passkey.', options };
  });

  route(app, factorCalls.addPasskey, async ({ identity: caller, body, intent, request }) => {
    const { userId } = caller;
    const { name, credential } = body;
    const passkey = await work.for(intent).transaction(async ({ em }) => {
      const user = await lockCaller(em, sessions, caller);
      const verified = await verifyNew(parts, request.headers.cookie, userId, credential);
      const stored = await storePasskey(em, userId, name, verified);
      await recordActivity(em, { userId, kind: 'passkey_added', client: clientOf(request), detail: name });
      await mailFactor(em, mail, user, { change: 'added', factor: `The passkey ${name}` });
      return stored;
    });
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
    const { userId } = caller;
    const name = await work.for(intent).transaction(async ({ em }) => {
      const user = await lockCaller(em, sessions, caller);
      const removed = await deletePasskey(em, userId, id);
      if (!user.passwordHash) await refuseLastWayIn(em, userId);
      await dropNeedlessCodes(em, userId);
      await recordActivity(em, { userId, kind: 'passkey_removed', client: clientOf(request), detail: removed });
      await mailFactor(em, mail, user, { change: 'removed', factor: `The passkey ${removed}` });
      return removed;
    });
    return { success: true, message: `The passkey ${name} was removed.` };
  });
}

async function refuseLastWayIn(em: EntityManager, userId: string): Promise<void> {
  const [other] = await em.execute<object[]>(
    'select 1 from identities where user_id = ? union all select 1 from passkeys where user_id = ? limit 1',
    [userId, userId],
  );
  if (other) return;
  throw conflict('auth.last_way_in', 'This is the only way into your account. Set a password first.');
}
