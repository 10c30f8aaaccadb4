import type { Foundation } from '@nightshelf/platform';
import { endSessionUrl } from './end-session-url.ts';
import { IdentityProviders } from './identity-providers.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { signInState } from './sign-in-state.ts';

interface Settings {
  readonly OIDC_PROVIDERS: readonly ProviderSettings[];
  readonly PUBLIC_ORIGIN: string;
}

/** The OpenID providers, what is remembered of browsers on their way there and back, and how to sign out there. */
export function composeProviders(redis: Foundation<object>['redis'], settings: Settings) {
  const providers = new IdentityProviders(settings.OIDC_PROVIDERS, settings.PUBLIC_ORIGIN);
  return {
    providers,
    ...signInState(redis, settings.PUBLIC_ORIGIN),
    endSessionUrl: (facts: Readonly<Record<string, string>>) => endSessionUrl(providers, facts),
  };
}
