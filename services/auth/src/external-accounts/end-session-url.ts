import { buildEndSessionUrl } from 'openid-client';
import type { IdentityProviders } from './identity-providers.ts';

/** Stored with the session, so that signing out can also end the provider's session. */
export const sessionFacts = (provider: string, idToken: string) => ({ provider, id_token: idToken });

/**
 * Returns the URL that ends the provider's session (OpenID Connect RP-Initiated Logout 1.0).
 * @param facts stored with the ended session
 * @returns undefined when the session did not begin at a provider, or the provider cannot end its own
 */
export async function endSessionUrl(
  providers: IdentityProviders,
  { provider, id_token: idToken }: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  if (!provider || !idToken || !providers.has(provider)) return undefined;
  // An unavailable provider must not prevent signing out.
  const configuration = await providers.connect(provider).catch(() => null);
  if (!configuration?.serverMetadata().end_session_endpoint) return undefined;
  return buildEndSessionUrl(configuration, {
    id_token_hint: idToken,
    post_logout_redirect_uri: providers.homeUrl,
  }).href;
}
