import { LockMode } from '@mikro-orm/postgresql';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { User } from '../users/user.ts';
import type { BrowserSessions } from './browser-sessions.ts';

/** In milliseconds. A repeated sign-in request gets a session within this time. */
const repeatedWithin = 5 * 60_000;

/** Stored with the idempotency key, without a token. A type instead of an interface, because it is stored as JSON. */
export type Done = {
  readonly userId: string;
  /** From `databaseTime`. */
  readonly at: number;
  /** The session that it began; the previous release did not store it. */
  readonly sessionId?: string | undefined;
};

/** Returns milliseconds since 1970 by the database's clock, which all replicas share. */
export async function databaseTime(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ now: number }[]>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  return row?.now ?? 0;
}

interface Repetition {
  /** The browser's current identity, whose session ends. */
  readonly caller: Identity | null;
  readonly client: Client;
  /** The error for a request that can no longer be repeated. */
  readonly expired: () => Error;
}

/**
 * Signs in again for a repeated request. Requires the first session instead of a proof, so that whatever ended that
 * session also prevents this.
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
