import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { IdentityProviders } from './identity-providers.ts';
import type { KeptValues, Purpose } from './kept-values.ts';

interface Parts {
  readonly providers: IdentityProviders;
  readonly visits: KeptValues['visits'];
}

/**
 * Prepares the browser's visit to a provider: authorization code flow with PKCE, state and nonce.
 * @returns where to send the browser, and the cookie that it has to come back with
 * @throws CodedError 404 for no such provider, 503 when it cannot be reached
 */
export async function beginVisit(
  { providers, visits }: Parts,
  provider: string,
  purpose: Purpose,
): Promise<{ authorizationUrl: string; cookie: string }> {
  const configuration = await providers.connect(provider);
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const cookie = await visits.keep({ provider, state, nonce, verifier, purpose });
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
