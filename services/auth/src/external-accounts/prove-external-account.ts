import { setTimeout as delay } from 'node:timers/promises';
import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client';
import { AuthorizationFailed } from './authorization-failed.ts';
import { type IdentityProviders, unreachable } from './identity-providers.ts';
import type { ExternalAccount } from './linked-account.ts';
import type { Authorization } from './sign-in-state.ts';

export interface Proof {
  readonly account: ExternalAccount;
  /** Names of the user at the provider, best candidate for a username first. */
  readonly names: readonly string[];
  /** Needed to end the provider's session. */
  readonly idToken: string;
}

/**
 * In milliseconds. Shorter than the gateway's timeout, so that the browser gets a redirect instead of a gateway error.
 */
const proveWithinMs = 8000;

/**
 * Exchanges the authorization code for the provider's proof of identity.
 * @param query of the callback, unchanged
 * @throws AuthorizationFailed, or an error of openid-client when the response or a token is invalid
 */
export async function proveExternalAccount(
  providers: IdentityProviders,
  authorization: Authorization,
  query: string,
): Promise<Proof> {
  // Built from the settings, because clients control the Host header.
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

/** Many providers return name and email address only from the userinfo endpoint. */
async function furtherClaims(
  configuration: Configuration,
  accessToken: string,
  { sub, email }: { readonly sub: string; readonly email?: unknown },
): Promise<Readonly<Record<string, unknown>>> {
  if (email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return {};
  return fetchUserInfo(configuration, accessToken, sub);
}

/** The maximum length of an email address. */
const longestText = 254;

const textOf = (claim: unknown) =>
  typeof claim === 'string' && claim.length > 0 && claim.length <= longestText && !claim.includes('\0') ? claim : null;
