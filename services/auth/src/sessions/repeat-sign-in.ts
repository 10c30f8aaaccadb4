import { LockMode } from '@mikro-orm/postgresql';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { User } from '../users/user.ts';
import type { BrowserSessions } from './browser-sessions.ts';

/** Milliseconds for which a sign-in whose answer was lost is answered again. */
const repeatedWithin = 5 * 60_000;

/** What is kept of a sign-in with its idempotency key: no token. A type, not an interface, since it is kept as JSON. */
export type Done = {
  readonly userId: string;
  /** As of `databaseTime`. */
  readonly at: number;
  /** Of the session that it began; the release before did not keep it. */
  readonly sessionId?: string | undefined;
};

/** Milliseconds since 1970 by the database's clock: another replica, whose own may be minutes off, repeats what this one has done. */
export async function databaseTime(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ now: number }[]>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  return row?.now ?? 0;
}

interface Repetition {
  /** Who the browser is signed in as, if anybody; that session ends. */
  readonly caller: Identity | null;
  readonly client: Client;
  /** What the request says that can no longer be answered. */
  readonly expired: () => Error;
}

/**
 * Signs in again by a request that was sent again soon, since its answer was lost. The proof is not checked anew, so that whatever
 * has ended its session since (another password, a sign-out everywhere) ends this, too: while the user is locked, no
 * change of the password can be halfway.
 */
export function repeatSignIn(
  { work, sessions }: { readonly work: Work; readonly sessions: BrowserSessions },
  { userId, at, sessionId }: Done,
  { caller, client, expired }: Repetition,
): Promise<{ user: User; cookie: string }> {
  return work.transaction(async ({ em }) => {
    if (!sessionId || (await databaseTime(em)) - at >= repeatedWithin) throw expired();
    const user = await em.findOne(User, { id: userId, isActive: true }, { lockMode: LockMode.PESSIMISTIC_READ });
    if (!user || !(await sessions.isThere(sessionId))) throw expired();
    return { user, cookie: await sessions.begin(user, caller, { client }) };
  });
}
