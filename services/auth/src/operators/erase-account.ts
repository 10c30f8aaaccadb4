import type { Erase } from '@nightshelf/platform/erasure/erase-users.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';

/** What is left, or comes late, of a user who was deleted: the copies of follows, what is noted in Redis, and a session begun at that moment. */
export const eraseAccount =
  (sessions: BrowserSessions, notes: PrivacyNotes): Erase =>
  async ({ em }, userId) => {
    await em.execute('delete from follows where follower_id = ? or followee_id = ?', [userId, userId]);
    // Named by both users; none of them is taken in again.
    await em.execute(
      `delete from inbox_versions where consumer = 'auth' and topic = 'social.follows' and (subject like ? or subject like ?)`,
      [`${userId}:%`, `%:${userId}`],
    );
    // Of the last weekly mail.
    await em.execute(
      `delete from inbox_versions where consumer = 'auth' and topic = 'social.digests' and subject = ?`,
      [userId],
    );
    await sessions.endAll(userId);
    await notes.forget(userId);
    return false;
  };
