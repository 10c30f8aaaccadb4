import type { Erase } from '@nightshelf/platform/erasure/erase-users.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';

/** Erases remnants of a deleted user that may arrive late: follows, Redis notes and sessions. */
export const eraseAccount =
  (sessions: BrowserSessions, notes: PrivacyNotes): Erase =>
  async ({ em }, userId) => {
    await em.execute('delete from follows where follower_id = ? or followee_id = ?', [userId, userId]);
    // A row names both users and is useless without either.
    await em.execute(
      `delete from inbox_versions where consumer = 'auth' and topic = 'social.follows' and (subject like ? or subject like ?)`,
      [`${userId}:%`, `%:${userId}`],
    );
    await em.execute(
      `delete from inbox_versions where consumer = 'auth' and topic = 'social.digests' and subject = ?`,
      [userId],
    );
    await sessions.endAll(userId);
    await notes.forget(userId);
    return false;
  };
