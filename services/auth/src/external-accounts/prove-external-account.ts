import { setTimeout as delay } from 'node:timers/promises';
import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client';
import { AuthorizationFailed } from './authorization-failed.ts';
import { type IdentityProviders, unreachable } from './identity-providers.ts';
import type { ExternalAccount } from './linked-account.ts';
import type { Authorization } from './sign-in-state.ts';

/** Whom a provider has signed in. */
export interface Proof {
  readonly account: ExternalAccount;
  /** What the provider calls its user, the most telling first. */
  readonly names: readonly string[];
  /** Needed to end the session at the provider as well. */
  readonly idToken: string;
}

/** In milliseconds; less than the gateway waits, so that the browser is redirected and gets no error of the gateway. */
const proveWithinMs = 8000;

/**
 * Trades the code that the browser came back with for what the provider proves about who it is.
 * @param query of the callback, as it came
 * @throws AuthorizationFailed, or an error of openid-client when response or token are not as they have to be
 */
export async function proveExternalAccount(
  providers: IdentityProviders,
  authorization: Authorization,
  query: string,
): Promise<Proof> {
  // From the settings and never from the request's Host header, which anybody can write.
  const currentUrl = providers.callbackUrl(authorization.provider);
  currentUrl.search = query;
  if (currentUrl.searchParams.get('state') !== authorization.state) throw new AuthorizationFailed('expired');
  const late = new AbortController();
  try {
    return await Promise.race([
      prove(providers, authorization, currentUrl),
      delay(proveWithinMs, undefined, { signal: late.signal }).then(() => {
        throw unreachable(providers.describe(authorization.provider).name);
      }),
    ]);
  } finally {
    late.abort();
  }
}

async function prove(providers: IdentityProviders, authorization: Authorization, currentUrl: URL): Promise<Proof> {
  const configuration = await providers.connect(authorization.provider);
  const tokens = await authorizationCodeGrant(configuration, currentUrl, {
    expectedState: authorization.state,
    expectedNonce: authorization.nonce,
    pkceCodeVerifier: authorization.verifier,
    idTokenExpected: true,
  });
  const idClaims = tokens.claims();
  if (!idClaims || !tokens.id_token) throw new AuthorizationFailed('failed');
  const claims = { ...(await furtherClaims(configuration, tokens.access_token, idClaims)), ...idClaims };
  const email = textOf(claims.email);
  return {
    account: {
      provider: authorization.provider,
      issuer: idClaims.iss,
      subject: idClaims.sub,
      email: claims.email_verified === true ? email : null,
    },
    names: [claims.preferred_username, claims.nickname, email, claims.name].flatMap((name) => textOf(name) ?? []),
    idToken: tokens.id_token,
  };
}

/** Many providers tell name and email address only at their userinfo endpoint. */
async function furtherClaims(
  configuration: Configuration,
  accessToken: string,
  { sub, email }: { readonly sub: string; readonly email?: unknown },
): Promise<Readonly<Record<string, unknown>>> {
  if (email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return {};
  return fetchUserInfo(configuration, accessToken, sub);
}

/** The longest email address that there can be; names need no more. */
const longestText = 254;

const textOf = (claim: unknown) =>
  typeof claim === 'string' && claim.length > 0 && claim.length <= longestText && !claim.includes('\0') ? claim : null;
