import { userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { OwnUser, Privacy } from '@nightshelf/contracts/users.ts';
import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { lockActiveUser } from './find-user.ts';
import { showOwnUser } from './presenter.ts';
import { stateOf } from './user-state.ts';

/** Sets who can see the user's library. @throws CodedError 401 when the account is gone */
export async function changePrivacy(
  work: Change,
  { userId, privacy, client }: { userId: string; privacy: Privacy; client: Client },
): Promise<OwnUser> {
  return work.transaction(async ({ em, publish }) => {
    const user = await lockActiveUser(em, userId);
    if (!user) throw unauthenticated();
    if (user.changePrivacy(privacy)) {
      publish(userUpdated, { data: stateOf(user), version: user.version });
      await recordActivity(em, { userId, kind: 'privacy_changed', client, detail: privacy });
    }
    return showOwnUser(em, user);
  });
}
