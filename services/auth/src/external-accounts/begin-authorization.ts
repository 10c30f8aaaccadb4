import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { IdentityProviders } from './identity-providers.ts';
import type { Purpose, SignInState } from './sign-in-state.ts';

interface Parts {
  readonly providers: IdentityProviders;
  readonly authorizations: SignInState['authorizations'];
}

/**
 * Begins an authorization code flow with PKCE, state and nonce.
 * @returns the provider's URL, and the cookie that the browser must return with
 * @throws CodedError 404 for an unknown provider, 503 when it is unreachable
 */
export async function beginAuthorization(
  { providers, authorizations }: Parts,
  provider: string,
  purpose: Purpose,
): Promise<{ authorizationUrl: string; cookie: string }> {
  const configuration = await providers.connect(provider);
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const cookie = await authorizations.keep({ provider, state, nonce, verifier, purpose });
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: providers.callbackUrl(provider).href,
    scope: providers.settingsOf(provider).scopes,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { authorizationUrl: url.href, cookie };
}
