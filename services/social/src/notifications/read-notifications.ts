import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { countUnread, visibleNotifications } from './visible-notifications.ts';

/** Marks notifications as read up to this id. @returns the number still unread */
export const readNotifications = (work: Change, notes: PrivacyNotes, userId: string, upTo: string): Promise<number> =>
  work.transaction(async ({ em, tell }) => {
    const read = await em.execute<object[]>(
      'update notifications set read_at = clock_timestamp() where user_id = ? and id <= ? and read_at is null returning 1',
      [userId, upTo],
    );
    // Updates the unread count in other tabs and devices.
    if (read.length > 0) tell({ to: { user: userId }, event: 'notifications', data: {} });
    return countUnread(await visibleNotifications(em, notes, userId));
  });
