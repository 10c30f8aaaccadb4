import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { userRegistered } from '@nightshelf/contracts/events/users.ts';
import type { Registration } from '@nightshelf/contracts/registration.ts';
import type { OwnUser } from '@nightshelf/contracts/users.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { CodedError, invalid, isCoded, unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import { type Client, clientOf } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { recordActivity } from '../activity/activity.ts';
import { hashPassword, matchesPassword } from '../credentials/passwords.ts';
import { refuseWeak } from '../credentials/weak-passwords.ts';
import { noFollows } from '../follows/follows.ts';
import { mailLink } from '../mail/mailed-links.ts';
import type { AuthParts } from '../parts.ts';
import { notifyOwner } from '../recovery/routes.ts';
import { secondFactorMethods } from '../second-factors/factors.ts';
import { invalidCredentials, lockUnchanged } from '../sessions/sign-in-once.ts';
import { findActiveUser, newAccount, presentOwnUser, refuseTakenNames, stateOf, User } from '../users/user.ts';

export function registrationRoutes(app: FastifyInstance, parts: AuthParts): void {
  const { work, sessions, devices, mail } = parts;
  const bots = countBots(parts.registry);

  route(app, authCalls.register, async ({ body: form, identity: caller, intent, request, reply }) => {
    const intended = work.for(intent);
    // The contract requires the hidden field to exist, and only bots fill it.
    if (form[form.honeypot_field] !== '') {
      bots.inc();
      // A bot gets the response of a success, so that it cannot detect the refusal.
      return welcome(await intended.transaction(async () => presentOwnUser(newAccount(form), noFollows)));
    }
    refuseTooFast(form);
    await sessions.checkAvailable();
    const client = clientOf(request);
    let isNew = false;
    const prepare = async () => {
      refuseWeak(form.password, { ...form, firstName: form.first_name, lastName: form.last_name });
      // Checks before the costly hash; unique indexes decide between concurrent registrations.
      await refuseTakenNames(work.query(), form);
      return hashPassword(parts, form.password, client);
    };
    const register = async ({ em, publish }: Transaction, passwordHash: string) => {
      isNew = true;
      const user = em.create(User, { ...newAccount(form), passwordHash });
      publish(userRegistered, { data: stateOf(user), version: user.version });
      await recordActivity(em, { userId: user.id, kind: 'registered', client });
      if (mail.isSending) await mailLink(em, mail, 'verify', user, form.email);
      return presentOwnUser(user, noFollows);
    };
    const user = await intended.prepared(prepare, register).catch(async (error: unknown) => {
      // A concurrent registration may just have taken a name.
      const refusal = error instanceof UniqueConstraintViolationException ? await takenName(work, form, error) : error;
      const isTaken = refusal instanceof CodedError && refusal.code === 'auth.already_registered';
      if (isTaken && refusal.errors?.email) await notifyOwner(parts, form.email, client);
      throw refusal;
    });
    const cookie = await (isNew
      ? sessions.begin(user, caller, { client })
      : beginAgain(parts, form.password, user.id, caller, client)
    ).catch((error: unknown) => {
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

/** @returns the error for a name that was just taken, or the original error */
const takenName = (work: Work, form: Registration, fault: unknown): Promise<unknown> =>
  refuseTakenNames(work.query(), form).then(
    () => fault,
    (refusal: unknown) => refusal,
  );

/**
 * Starts the session of a repeated request whose response was lost. Checks the password again, because hours may have
 * passed.
 * @returns the session's cookie
 * @throws CodedError 401 when the account was closed or has another password or a second factor now, 503 when busy
 */
async function beginAgain(parts: AuthParts, password: string, userId: string, caller: Identity | null, client: Client) {
  const { work, sessions } = parts;
  const user = await findActiveUser(work.query(), userId);
  if (!user?.passwordHash || (await secondFactorMethods(work.query(), userId)).length > 0) throw invalidCredentials();
  if (!(await matchesPassword(parts, user.passwordHash, password, client))) throw invalidCredentials();
  return work.transaction(async ({ em }) => {
    await lockUnchanged(em, user);
    return sessions.begin(user, caller, { client });
  });
}

/** No person fills the form faster, even with a password manager. */
const youngestFormMs = 1000;

const countBots = (registry: Foundation<object>['registry']) =>
  new Counter({
    name: 'auth_honeypot_total',
    help: 'Registrations that filled the hidden field and got a fake success response',
    registers: [registry],
  });

/**
 * Refuses a form that was sent too soon after it loaded. Accepts impossible ages, because the browser's clock may be
 * wrong.
 * @throws CodedError 422
 */
function refuseTooFast({ form_timestamp: loadedAt }: Registration): void {
  const age = Date.now() - loadedAt;
  if (age >= 0 && age < youngestFormMs) {
    throw invalid({ form_timestamp: ['Please wait a moment and try again.'] }, 'auth.too_fast');
  }
}
