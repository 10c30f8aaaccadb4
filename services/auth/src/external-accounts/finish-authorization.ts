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

/** What an authorization led to, and where the browser goes on. */
export type Outcome =
  | { readonly kind: 'signed-in'; readonly user: User; readonly idToken: string; readonly location: string }
  | { readonly kind: 'unknown'; readonly cookie: string; readonly location: string }
  | { readonly kind: 'linked'; readonly location: string };

interface Callback {
  /** Id of the provider whose callback this is. */
  readonly provider: string;
  readonly query: string;
  readonly authorization: Authorization;
  /** Who is signed in now. */
  readonly caller: Identity | null;
  readonly client: Client;
}

/**
 * Acts on a browser's return from a provider.
 * @throws AuthorizationFailed, or another error that `failureCodeOf` has a code for
 */
export async function finishAuthorization(parts: Parts, callback: Callback): Promise<Outcome> {
  const { authorization, caller } = callback;
  // A response of one provider that is handed in at another's callback is the mix-up attack of RFC 9700, section 4.4.
  if (authorization.provider !== callback.provider) throw new AuthorizationFailed('failed');
  const { purpose } = authorization;
  // Whoever began may have signed out since, or somebody else may have signed in.
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
