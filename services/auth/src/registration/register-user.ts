import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { userRegistered } from '@nightshelf/contracts/events/users.ts';
import type { Registration } from '@nightshelf/contracts/registration.ts';
import type { OwnUser } from '@nightshelf/contracts/users.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { CodedError, invalid } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { IntendedWork } from '@nightshelf/platform/idempotency/intended-work.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { Counter } from 'prom-client';
import { recordActivity } from '../activity/activity.ts';
import type { AddressMails } from '../addresses/address-mails.ts';
import type { Passwords } from '../credentials/passwords.ts';
import { refuseWeak } from '../credentials/weak-passwords.ts';
import { noFollows } from '../follows/follows.ts';
import { refuseTakenNames } from '../users/find-user.ts';
import { presentOwnUser } from '../users/presenter.ts';
import { newAccount, stateOf, User } from '../users/user.ts';

export interface RegistrationParts {
  readonly work: Work;
  readonly passwords: Passwords;
  readonly mails: AddressMails;
  /** Called when an account has the address; its owner may be the one who is registering. */
  readonly onTakenAddress: (email: string, client: Client) => Promise<void>;
}

interface Registered {
  readonly user: OwnUser;
  /** False for a repeated request. */
  readonly isNew: boolean;
}

/**
 * Creates an account.
 * @throws CodedError 409 when the username or email address is taken, 422 for a weak password, 503 when busy
 */
export async function registerUser(
  intended: IntendedWork,
  { work, passwords, mails, onTakenAddress }: RegistrationParts,
  { form, client }: { form: Registration; client: Client },
): Promise<Registered> {
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
      await mails.verification(em, user);
      return presentOwnUser(user, noFollows);
    });
    if (isNew) mails.sent();
    return { user, isNew };
  } catch (error) {
    const refusal = error instanceof UniqueConstraintViolationException ? await takenName(work, form, error) : error;
    const isAddressTaken =
      refusal instanceof CodedError && refusal.code === 'auth.already_registered' && refusal.errors?.email;
    if (isAddressTaken) await onTakenAddress(form.email, client);
    throw refusal;
  }
}

/** @returns the error for a name that was just taken, or the original error */
const takenName = (work: Work, form: Registration, fault: unknown): Promise<unknown> =>
  refuseTakenNames(work.query(), form).then(
    () => fault,
    (refusal: unknown) => refusal,
  );

interface Form {
  readonly honeypot_field: string;
  /** Milliseconds since 1970 by the browser's clock. */
  readonly form_timestamp: number;
  readonly [field: string]: unknown;
}

/** In milliseconds. No person fills the form faster, even with a password manager. */
const youngestForm = 1000;

/** Returns whether the hidden field was filled. The contract requires the field to exist. */
export const isFilledByBot = (form: Form) => form[form.honeypot_field] !== '';

export const countBots = (registry: Foundation<object>['registry']) =>
  new Counter({
    name: 'auth_honeypot_total',
    help: 'Registrations that filled the hidden field and were only pretended to succeed',
    registers: [registry],
  });

/**
 * Refuses a form that was sent too soon after it loaded. Accepts impossible ages, because the browser's clock may be
 * wrong.
 * @throws CodedError 422
 */
export function refuseTooFast({ form_timestamp: loadedAt }: Form, now = Date.now()): void {
  const age = now - loadedAt;
  if (age >= 0 && age < youngestForm) {
    throw invalid({ form_timestamp: ['Please wait a moment and try again.'] }, 'auth.too_fast');
  }
}
