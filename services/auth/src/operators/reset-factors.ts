import { LockMode } from '@mikro-orm/postgresql';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { deleteFactors, secondFactorMethods } from '../second-factors/factors.ts';
import type { FactorMails } from '../second-factors/tell.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { User } from '../users/user.ts';
import type { Closed } from './close-account.ts';

interface Parts {
  readonly work: Work;
  readonly sessions: BrowserSessions;
  readonly mails: FactorMails;
}

/**
 * Removes all second factors of a user who has lost them and ends all sessions. The user is notified by mail and audit
 * trail.
 * @returns null when the user no longer exists
 */
export function resetFactors({ work, sessions, mails }: Parts, id: string): Promise<Closed | null> {
  return work.transaction(async ({ em }) => {
    const user = await em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!user) return null;
    if ((await secondFactorMethods(em, id)).length === 0) return { changed: false, sessionsEnded: 0 };
    await deleteFactors(em, id);
    await recordActivity(em, { userId: id, kind: 'factors_reset', client: { device: null, address: null } });
    await mails.tellOfReset(em, user);
    return { changed: true, sessionsEnded: await sessions.endAll(id) };
  });
}
