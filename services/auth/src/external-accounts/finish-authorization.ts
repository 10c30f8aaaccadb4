import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import type { User } from '../users/user.ts';
import { AuthorizationFailed } from './authorization-failed.ts';
import { findLinkedUser } from './find-linked-user.ts';
import type { IdentityProviders } from './identity-providers.ts';
import { linkAccount } from './link-account.ts';
import { type Proof, proveExternalAccount } from './prove-external-account.ts';
import { returnPath } from './return-path.ts';
import type { Authorization, PendingSignIn, SignInState } from './sign-in-state.ts';

interface Parts {
  readonly work: Work;
  readonly sessions: BrowserSessions;
  readonly providers: IdentityProviders;
  readonly pendingSignIns: SignInState['pendingSignIns'];
}

export type Outcome =
  | { readonly kind: 'signed-in'; readonly user: User; readonly idToken: string; readonly location: string }
  | { readonly kind: 'unknown'; readonly cookie: string; readonly location: string }
  | { readonly kind: 'linked'; readonly location: string };

interface Callback {
  readonly provider: string;
  readonly query: string;
  readonly authorization: Authorization;
  readonly caller: Identity | null;
  readonly client: Client;
}

/**
 * Handles a browser's return from a provider.
 * @throws AuthorizationFailed, or another error that `failureCodeOf` maps to a code
 */
export async function finishAuthorization(parts: Parts, callback: Callback): Promise<Outcome> {
  const { authorization, caller } = callback;
  // Prevents the mix-up attack of RFC 9700, section 4.4.
  if (authorization.provider !== callback.provider) throw new AuthorizationFailed('failed');
  const { purpose } = authorization;
  // The session may have changed since the authorization began.
  const isSameSession =
    purpose.kind === 'sign-in' || (purpose.userId === caller?.userId && purpose.sessionId === caller.sessionId);
  if (!isSameSession) throw new AuthorizationFailed('expired');
  const proof = await proveExternalAccount(parts.providers, authorization, callback.query);
  const { name } = parts.providers.describe(authorization.provider);
  if (purpose.kind === 'sign-in') return signIn(parts, purpose.returnTo, proof, { client: callback.client, name });
  const { userId, sessionId } = purpose;
  await linkAccount(parts, { userId, sessionId, account: proof.account, client: callback.client, name });
  return { kind: 'linked', location: `/profile?linked=${authorization.provider}` };
}

async function signIn(
  { work, providers, pendingSignIns }: Parts,
  returnTo: string,
  { account, names, idToken }: Proof,
  by: { readonly client: Client; readonly name: string },
): Promise<Outcome> {
  const location = returnPath(returnTo, providers.homeUrl);
  const user = await findLinkedUser(work, { account, ...by });
  if (user) return { kind: 'signed-in', user, idToken, location };
  const pending: PendingSignIn = { ...account, names: [...names], idToken, returnTo: location };
  return { kind: 'unknown', cookie: await pendingSignIns.keep(pending), location: '/choose-username' };
}
