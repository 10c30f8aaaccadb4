import type { Identity, Origin, Work } from '@nightshelf/platform';
import type { User } from '../users/user.ts';
import type { IdentityProviders } from './identity-providers.ts';
import type { KeptValues, PendingIdentity, Visit } from './kept-values.ts';
import { linkIdentity } from './link-identity.ts';
import { type Proof, proveIdentity } from './prove-identity.ts';
import { Refusal } from './refusal.ts';
import { returnPath } from './return-path.ts';
import { signInWithIdentity } from './sign-in-with-identity.ts';

interface Parts {
  readonly work: Work;
  readonly providers: IdentityProviders;
  readonly pending: KeptValues['pending'];
}

/** What a visit to a provider led to, and where the browser goes on. */
export type Outcome =
  | { readonly kind: 'signed-in'; readonly user: User; readonly idToken: string; readonly location: string }
  | { readonly kind: 'unknown'; readonly cookie: string; readonly location: string }
  | { readonly kind: 'linked'; readonly location: string };

interface Returned {
  /** Id of the provider whose callback this is. */
  readonly provider: string;
  readonly query: string;
  readonly visit: Visit;
  /** Who is signed in now. */
  readonly identity: Identity | null;
  readonly origin: Origin;
}

/** Acts on a browser's return from a provider. @throws Refusal, or a fault that `refusalOf` has a word for */
export async function returnFromVisit(parts: Parts, returned: Returned): Promise<Outcome> {
  const { visit, identity } = returned;
  // An answer of one provider that is handed in at another's callback is the mix-up attack of RFC 9700, section 4.4.
  if (visit.provider !== returned.provider) throw new Refusal('failed');
  const { purpose } = visit;
  // Whoever began may have signed out since, or somebody else may have signed in.
  const isSameSession =
    purpose.kind === 'sign-in' || (purpose.userId === identity?.userId && purpose.sessionId === identity.sessionId);
  if (!isSameSession) throw new Refusal('expired');
  const proof = await proveIdentity(parts.providers, visit, returned.query);
  if (purpose.kind === 'sign-in') return signIn(parts, purpose.returnTo, proof);
  const { name } = parts.providers.describe(visit.provider);
  await linkIdentity(parts.work, { userId: purpose.userId, identity: proof.identity, origin: returned.origin, name });
  return { kind: 'linked', location: `/profile?linked=${visit.provider}` };
}

async function signIn({ work, providers, pending }: Parts, returnTo: string, proof: Proof): Promise<Outcome> {
  const { identity, names, idToken } = proof;
  const location = returnPath(returnTo, providers.homeUrl);
  const user = await signInWithIdentity(work, identity);
  if (user) return { kind: 'signed-in', user, idToken, location };
  const waiting: PendingIdentity = { ...identity, names: [...names], idToken, returnTo: location };
  return { kind: 'unknown', cookie: await pending.keep(waiting), location: '/choose-username' };
}
