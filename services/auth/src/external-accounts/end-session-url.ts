import { buildEndSessionUrl } from 'openid-client';
import type { IdentityProviders } from './identity-providers.ts';

/** What is kept with a session that began at a provider, so that it can be ended there as well. */
export const sessionFacts = (provider: string, idToken: string) => ({ provider, id_token: idToken });

/**
 * Where to send the browser to end the provider's session as well (OpenID Connect RP-Initiated Logout 1.0).
 * @param facts kept with the session that ends
 * @returns undefined when it did not begin at a provider, or the provider cannot end its own now
 */
export async function endSessionUrl(
  providers: IdentityProviders,
  { provider, id_token: idToken }: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  if (!provider || !idToken || !providers.has(provider)) return undefined;
  // A provider that is down must not keep anybody from signing out here.
  const configuration = await providers.connect(provider).catch(() => null);
  if (!configuration?.serverMetadata().end_session_endpoint) return undefined;
  return buildEndSessionUrl(configuration, {
    id_token_hint: idToken,
    post_logout_redirect_uri: providers.homeUrl,
  }).href;
}
