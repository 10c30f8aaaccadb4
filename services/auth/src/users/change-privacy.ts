import { type OwnUser, type Privacy, userUpdated } from '@nightshelf/contracts';
import { type Change, type Origin, unauthenticated } from '@nightshelf/platform';
import { recordActivity } from '../activity/record-activity.ts';
import { lockActiveUser } from './find-user.ts';
import { showOwnUser } from './presenter.ts';
import { stateOf } from './user-state.ts';

/** Sets who may see the user's library. @throws CodedError 401 when the account is gone */
export async function changePrivacy(
  work: Change,
  { userId, privacy, origin }: { userId: string; privacy: Privacy; origin: Origin },
): Promise<OwnUser> {
  return work.transaction(async ({ em, publish }) => {
    const user = await lockActiveUser(em, userId);
    if (!user) throw unauthenticated();
    if (user.changePrivacy(privacy)) {
      publish(userUpdated, { data: stateOf(user), version: user.version });
      await recordActivity(em, { userId, kind: 'privacy_changed', origin, detail: privacy });
    }
    return showOwnUser(em, user);
  });
}
