import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { DeferredActivity } from './activity/activity.ts';
import type { AuthSettings } from './config.ts';
import type { IdentityProviders } from './external-accounts/identity-providers.ts';
import type { MailSettings } from './mail/send-mail.ts';
import type { FactorKeys } from './second-factors/factors.ts';
import type { BrowserSessions } from './sessions/browser-sessions.ts';
import type { Throttling } from './throttling/throttling.ts';

/** Dependencies shared by this service's features. */
export interface AuthParts extends Foundation<AuthSettings>, Throttling {
  readonly sessions: BrowserSessions;
  readonly mail: MailSettings;
  readonly deferred: DeferredActivity;
  readonly keys: FactorKeys;
  readonly providers: IdentityProviders;
}
