import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { type OwnUser, type Registration, userRegistered } from '@nightshelf/contracts';
import type { Client, IntendedWork, Work } from '@nightshelf/platform';
import { recordActivity } from '../activity/record-activity.ts';
import { refuseCommon } from '../credentials/common-passwords.ts';
import type { Passwords } from '../credentials/passwords.ts';
import { noFollows } from '../follows/count-follows.ts';
import { presentOwnUser } from '../users/presenter.ts';
import { refuseTakenNames } from '../users/refuse-taken-names.ts';
import { newAccount, User } from '../users/user.ts';
import { stateOf } from '../users/user-state.ts';

export interface Registered {
  readonly user: OwnUser;
  /** Whether that was now, and not when the request was sent before. */
  readonly isNew: boolean;
}

/**
 * Stores a new account.
 * @throws CodedError 409 when the username or email address is taken, 422 for a common password, 503 when busy
 */
export async function registerUser(
  intended: IntendedWork,
  { work, passwords }: { work: Work; passwords: Passwords },
  { form, client }: { form: Registration; client: Client },
): Promise<Registered> {
  let isNew = false;
  const prepare = async () => {
    refuseCommon(form.password);
    // Before the costly hash. Between registrations at the same time the unique indexes decide.
    await refuseTakenNames(work.query(), form);
    return passwords.hash(form.password, client);
  };
  try {
    const user = await intended.prepared(prepare, async ({ em, publish }, passwordHash) => {
      isNew = true;
      const user = em.create(User, { ...newAccount(form), passwordHash });
      publish(userRegistered, { data: stateOf(user), version: user.version });
      await recordActivity(em, { userId: user.id, kind: 'registered', client });
      return presentOwnUser(user, noFollows);
    });
    return { user, isNew };
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) await refuseTakenNames(work.query(), form);
    throw error;
  }
}
