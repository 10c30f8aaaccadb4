import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { IntendedWork } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { User } from '../users/user.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { type Done, databaseTime, repeatSignIn } from './repeat-sign-in.ts';

export interface Proven {
  readonly user: User;
  readonly detail?: string | undefined;
  readonly facts?: Readonly<Record<string, string>> | undefined;
}

interface SignIn {
  readonly caller: Identity | null;
  readonly client: Client;
  /** Verifies and consumes the proof in the sign-in's transaction. */
  readonly prove: (em: EntityManager) => Promise<Proven>;
  /** The error for a request that can no longer be repeated. */
  readonly expired: () => Error;
}

/**
 * Signs in with a one-time proof. A repeated request signs in again while the first session lasts; `withProof` must
 * bind the intent to the browser.
 * @returns the user and the session's cookie
 */
export async function signInOnce(
  intended: IntendedWork,
  { work, sessions }: { readonly work: Work; readonly sessions: BrowserSessions },
  { caller, client, prove, expired }: SignIn,
): Promise<{ user: User; cookie: string }> {
  let signedIn: { user: User; cookie: string } | null = null;
  const done = await intended.transaction<Done>(async ({ em }) => {
    const { user, detail, facts } = await prove(em);
    await recordActivity(em, { userId: user.id, kind: 'signed_in', client, detail: detail ?? null });
    const cookie = await sessions.begin(user, caller, { client, ...(facts ? { facts } : {}) });
    signedIn = { user, cookie };
    return { userId: user.id, at: await databaseTime(em), sessionId: sessions.idIn(cookie) };
  });
  return signedIn ?? repeatSignIn({ work, sessions }, done, { caller, client, expired });
}
