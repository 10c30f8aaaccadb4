import { setTimeout as delay } from 'node:timers/promises';
import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client';
import type { ProvenIdentity } from './identity.ts';
import { type IdentityProviders, unreachable } from './identity-providers.ts';
import type { Visit } from './kept-values.ts';
import { Refusal } from './refusal.ts';

/** Whom a provider has signed in. */
export interface Proof {
  readonly identity: ProvenIdentity;
  /** What the provider calls its user, the most telling first. */
  readonly names: readonly string[];
  /** Names the provider's session when that is to be ended too. */
  readonly idToken: string;
}

/** Below the time that the gateway waits, so that the browser is sent on and not left with an error; milliseconds. */
const proveWithinMs = 8000;

/**
 * Trades the code that the browser came back with for the provider's word of who it is.
 * @param query of the callback, as it came
 * @throws Refusal, or what openid-client throws: anything about response or token that is not as it has to be
 */
export async function proveIdentity(providers: IdentityProviders, visit: Visit, query: string): Promise<Proof> {
  // From the settings and never from the request's Host header, which anybody can write.
  const currentUrl = providers.callbackUrl(visit.provider);
  currentUrl.search = query;
  if (currentUrl.searchParams.get('state') !== visit.state) throw new Refusal('expired');
  const late = new AbortController();
  try {
    return await Promise.race([
      prove(providers, visit, currentUrl),
      delay(proveWithinMs, undefined, { signal: late.signal }).then(() => {
        throw unreachable(providers.describe(visit.provider).name);
      }),
    ]);
  } finally {
    late.abort();
  }
}

async function prove(providers: IdentityProviders, visit: Visit, currentUrl: URL): Promise<Proof> {
  const configuration = await providers.connect(visit.provider);
  const tokens = await authorizationCodeGrant(configuration, currentUrl, {
    expectedState: visit.state,
    expectedNonce: visit.nonce,
    pkceCodeVerifier: visit.verifier,
    idTokenExpected: true,
  });
  const idClaims = tokens.claims();
  if (!idClaims || !tokens.id_token) throw new Refusal('failed');
  const claims = { ...(await furtherClaims(configuration, tokens.access_token, idClaims)), ...idClaims };
  const email = textOf(claims.email);
  return {
    identity: {
      provider: visit.provider,
      issuer: idClaims.iss,
      subject: idClaims.sub,
      email: claims.email_verified === true ? email : null,
    },
    names: [claims.preferred_username, claims.nickname, email, claims.name].flatMap((name) => textOf(name) ?? []),
    idToken: tokens.id_token,
  };
}

/** Many providers tell name and address only when asked once more. */
async function furtherClaims(
  configuration: Configuration,
  accessToken: string,
  { sub, email }: { readonly sub: string; readonly email?: unknown },
): Promise<Readonly<Record<string, unknown>>> {
  if (email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return {};
  return fetchUserInfo(configuration, accessToken, sub);
}

/** Longest address that there can be; no name of use is longer. */
const longestText = 254;

const textOf = (claim: unknown) =>
  typeof claim === 'string' && claim.length > 0 && claim.length <= longestText && !claim.includes('\0') ? claim : null;
