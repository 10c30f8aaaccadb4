import type { Foundation } from '@nightshelf/platform';
import { endSessionUrl } from './end-session-url.ts';
import { IdentityProviders } from './identity-providers.ts';
import { keptValues } from './kept-values.ts';
import type { ProviderSettings } from './provider-settings.ts';

interface Settings {
  readonly OIDC_PROVIDERS: readonly ProviderSettings[];
  readonly PUBLIC_ORIGIN: string;
}

/** The OpenID providers, what is kept for browsers on their way there and back, and where to sign out there as well. */
export function composeProviders(redis: Foundation<object>['redis'], settings: Settings) {
  const providers = new IdentityProviders(settings.OIDC_PROVIDERS, settings.PUBLIC_ORIGIN);
  return {
    providers,
    ...keptValues(redis, settings.PUBLIC_ORIGIN),
    endSessionUrl: (facts: Readonly<Record<string, string>>) => endSessionUrl(providers, facts),
  };
}
