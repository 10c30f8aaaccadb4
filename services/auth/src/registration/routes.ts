import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { userRegistered } from '@nightshelf/contracts/events/users.ts';
import type { Registration } from '@nightshelf/contracts/registration.ts';
import type { OwnUser } from '@nightshelf/contracts/users.ts';
import { CodedError, invalid, isCoded, unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import { type Client, clientOf } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { IntendedWork } from '@nightshelf/platform/idempotency/intended-work.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { recordActivity } from '../activity/activity.ts';
import { refuseWeak } from '../credentials/weak-passwords.ts';
import { noFollows } from '../follows/follows.ts';
import { mailLink } from '../mail/mailed-links.ts';
import type { AuthParts } from '../parts.ts';
import { secondFactorMethods } from '../second-factors/factors.ts';
import { invalidCredentials, lockUnchanged } from '../sessions/sign-in-once.ts';
import { findActiveUser, refuseTakenNames } from '../users/find-user.ts';
import { newAccount, presentOwnUser, stateOf, User } from '../users/user.ts';

interface Parts extends AuthParts {
  /** Called when an account has the address; its owner may be the one who is registering. */
  readonly onTakenAddress: (email: string, client: Client) => Promise<void>;
}

export function registrationRoutes(app: FastifyInstance, parts: Parts): void {
  const { work, sessions, devices } = parts;
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
    const { user, isNew } = await registerUser(intended, parts, body, client);
    const beginning = isNew
      ? sessions.begin(user, caller, { client })
      : beginAgain(parts, body, user.id, caller, client);
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

/**
 * Starts the session of a repeated request whose response was lost. Checks the password again, because hours may have
 * passed.
 * @returns the session's cookie
 * @throws CodedError 401 when the account was closed or has another password or a second factor now, 503 when busy
 */
async function beginAgain(
  { work, passwords, sessions }: AuthParts,
  { password }: Registration,
  userId: string,
  caller: Identity | null,
  client: Client,
): Promise<string> {
  const user = await findActiveUser(work.query(), userId);
  if (!user?.passwordHash || (await secondFactorMethods(work.query(), userId)).length > 0) throw invalidCredentials();
  if (!(await passwords.matches(user.passwordHash, password, client))) throw invalidCredentials();
  return work.transaction(async ({ em }) => {
    await lockUnchanged(em, user);
    return sessions.begin(user, caller, { client });
  });
}

/**
 * Creates an account.
 * @returns the account, and false as `isNew` for a repeated request
 * @throws CodedError 409 when the username or email address is taken, 422 for a weak password, 503 when busy
 */
async function registerUser(
  intended: IntendedWork,
  { work, passwords, mail, onTakenAddress }: Parts,
  form: Registration,
  client: Client,
): Promise<{ readonly user: OwnUser; readonly isNew: boolean }> {
  let isNew = false;
  const prepare = async () => {
    refuseWeak(form.password, { ...form, firstName: form.first_name, lastName: form.last_name });
    // Checks before the costly hash; unique indexes decide between concurrent registrations.
    await refuseTakenNames(work.query(), form);
    return passwords.hash(form.password, client);
  };
  try {
    const user = await intended.prepared(prepare, async ({ em, publish }, passwordHash) => {
      isNew = true;
      const user = em.create(User, { ...newAccount(form), passwordHash });
      publish(userRegistered, { data: stateOf(user), version: user.version });
      await recordActivity(em, { userId: user.id, kind: 'registered', client });
      if (mail.isSending) await mailLink(em, mail, 'verify', user, form.email);
      return presentOwnUser(user, noFollows);
    });
    return { user, isNew };
  } catch (error) {
    // A concurrent registration may just have taken a name.
    const refusal =
      error instanceof UniqueConstraintViolationException
        ? await refuseTakenNames(work.query(), form).then(
            () => error,
            (taken: unknown) => taken,
          )
        : error;
    const isTaken = refusal instanceof CodedError && refusal.code === 'auth.already_registered';
    if (isTaken && refusal.errors?.email) await onTakenAddress(form.email, client);
    throw refusal;
  }
}

interface Form {
  readonly honeypot_field: string;
  /** Milliseconds since 1970 by the browser's clock. */
  readonly form_timestamp: number;
  readonly [field: string]: unknown;
}

/** No person fills the form faster, even with a password manager. */
const youngestFormMs = 1000;

/** Returns whether the hidden field was filled. The contract requires the field to exist. */
export const isFilledByBot = (form: Form) => form[form.honeypot_field] !== '';

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
export function refuseTooFast({ form_timestamp: loadedAt }: Form, now = Date.now()): void {
  const age = now - loadedAt;
  if (age >= 0 && age < youngestFormMs) {
    throw invalid({ form_timestamp: ['Please wait a moment and try again.'] }, 'auth.too_fast');
  }
}
