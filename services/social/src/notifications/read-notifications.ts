import type { Change, PrivacyNotes } from '@nightshelf/platform';
import { countUnread, visibleNotifications } from './visible-notifications.ts';

/** Marks what a user is told as read, up to one notification. @returns how many are unread then */
export const readNotifications = (work: Change, notes: PrivacyNotes, userId: string, upTo: string): Promise<number> =>
  work.transaction(async ({ em }) => {
    await em.execute(
      'update notifications set read_at = clock_timestamp() where user_id = ? and id <= ? and read_at is null',
      [userId, upTo],
    );
    return countUnread(await visibleNotifications(em, notes, userId));
  });
