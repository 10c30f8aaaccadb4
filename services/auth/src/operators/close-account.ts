import { LockMode } from '@mikro-orm/postgresql';
import { userDeleted, userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { recordErased } from '@nightshelf/platform/erasure/erased-users.ts';
import { revokeResetLinks } from '../credentials/revoke-reset-links.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { User } from '../users/user.ts';
import { stateOf } from '../users/user-state.ts';

interface Parts {
  readonly work: Work;
  readonly sessions: BrowserSessions;
}

export interface Closed {
  /** False when it was so before. */
  readonly changed: boolean;
  readonly sessionsEnded: number;
}

/**
 * Closes an account until it is opened again, or opens it. All of its sessions end while who signs in at this moment waits
 * for the row, and is refused then.
 * @returns null when there is no such user any more
 */
export function setActive({ work, sessions }: Parts, id: string, isActive: boolean): Promise<Closed | null> {
  return work.transaction(async ({ em, publish }) => {
    const user = await em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!user) return null;
    const changed = user.become(isActive);
    if (changed) publish(userUpdated, { data: stateOf(user), version: user.version });
    if (isActive) return { changed, sessionsEnded: 0 };
    await revokeResetLinks(em, id);
    // Nobody is told any more what is new.
    await em.execute(`delete from mails where user_id = ? and payload->>'kind' = 'weekly'`, [id]);
    return { changed, sessionsEnded: await sessions.endAll(id) };
  });
}

/**
 * Takes everything away that auth has of a user, and tells the others to do the same. The name is free at once.
 * @returns null when there is no such user any more
 */
export function deleteAccount({ work, sessions }: Parts, id: string): Promise<Closed | null> {
  return work.transaction(async ({ em, publish }) => {
    const user = await em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!user) return null;
    const version = user.version + 1;
    publish(userDeleted, { data: { user_id: id }, version });
    await recordErased(em, id, version);
    const logins = JSON.stringify([user.username, user.email ?? user.username]);
    // One that is locked is being answered, waits for this user, and goes then.
    await em.execute(
      `delete from reset_requests where id in (
         select id from reset_requests
         where lower(login) in (select lower(login) from jsonb_array_elements_text(?::jsonb) as given (login))
         for update skip locked)`,
      [logins],
    );
    // Whatever else is kept of a user refers to this row and goes with it.
    em.remove(user);
    await em.flush();
    return { changed: true, sessionsEnded: await sessions.endAll(id) };
  });
}
