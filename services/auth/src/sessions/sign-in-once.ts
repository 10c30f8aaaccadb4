import type { Client, EntityManager, Identity, IntendedWork, Work } from '@nightshelf/platform';
import { recordActivity } from '../activity/record-activity.ts';
import { findActiveUser } from '../users/find-user.ts';
import type { User } from '../users/user.ts';
import type { BrowserSessions } from './browser-sessions.ts';

/** Milliseconds for which a sign-in whose answer was lost is answered again. */
const repeatedWithin = 5 * 60_000;

export interface Proven {
  readonly user: User;
  readonly detail?: string | undefined;
  readonly facts?: Readonly<Record<string, string>> | undefined;
}

/** What is kept with the idempotency key: no token. A type, not an interface, since it is kept as JSON. */
type Done = { readonly userId: string; readonly at: number };

interface SignIn {
  readonly caller: Identity | null;
  readonly client: Client;
  /** Checks the proof and uses it up, in the transaction of the sign-in. */
  readonly prove: (em: EntityManager) => Promise<Proven>;
  /** What the request says that can no longer be answered. */
  readonly expired: () => Error;
}

/**
 * Signs in by a proof that is good for once. Sent again with its key soon after, since the answer was lost, it signs in
 * again; the intent has to be bound to the browser (`withProof`).
 * @returns who it is, and the session's cookie
 */
export async function signInOnce(
  intended: IntendedWork,
  { work, sessions }: { readonly work: Work; readonly sessions: BrowserSessions },
  { caller, client, prove, expired }: SignIn,
): Promise<{ user: User; cookie: string }> {
  let signedIn: { user: User; cookie: string } | null = null;
  const { userId, at } = await intended.transaction<Done>(async ({ em }) => {
    const { user, detail, facts } = await prove(em);
    await recordActivity(em, { userId: user.id, kind: 'signed_in', client, detail: detail ?? null });
    const cookie = await sessions.begin(user, caller, { client, ...(facts ? { facts } : {}) });
    signedIn = { user, cookie };
    return { userId: user.id, at: Date.now() };
  });
  if (signedIn) return signedIn;
  const user = Date.now() - at < repeatedWithin ? await findActiveUser(work.query(), userId) : null;
  if (!user) throw expired();
  return { user, cookie: await sessions.begin(user, caller, { client }) };
}
