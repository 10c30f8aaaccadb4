import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { type Registration, userRegistered } from '@nightshelf/contracts';
import type { Origin, Work } from '@nightshelf/platform';
import { recordActivity } from '../activity/record-activity.ts';
import { refuseCommon } from '../credentials/common-passwords.ts';
import type { Passwords } from '../credentials/passwords.ts';
import { refuseTakenNames } from '../users/refuse-taken-names.ts';
import { newAccount, User } from '../users/user.ts';
import { stateOf } from '../users/user-state.ts';

/** Stores a new account. @throws CodedError 409 when the username or email address is taken, 422 for a common password, 503 when busy */
export async function registerUser(
  work: Work,
  passwords: Passwords,
  { form, origin }: { form: Registration; origin: Origin },
): Promise<User> {
  refuseCommon(form.password);
  // Saves the costly hash in the usual case; the unique indexes decide between those who come at the same time.
  await refuseTakenNames(work.read(), form);
  const passwordHash = await passwords.hash(form.password);
  try {
    return await work.transaction(async ({ em, publish }) => {
      const user = em.create(User, { ...newAccount(form), passwordHash });
      publish(userRegistered, { data: stateOf(user), version: user.version });
      await recordActivity(em, { userId: user.id, kind: 'registered', origin });
      return user;
    });
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) await refuseTakenNames(work.read(), form);
    throw error;
  }
}
