import type { LinkedIdentity } from '@nightshelf/contracts/accounts.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { DeferredActivity } from './activity/activity.ts';
import type { AuthSettings } from './config.ts';
import type { Passwords } from './credentials/passwords.ts';
import type { MailSettings } from './mail/send-mail.ts';
import type { BrowserSessions } from './sessions/browser-sessions.ts';
import type { Throttling } from './throttling/throttling.ts';

/** What the features of this service share. */
export interface AuthParts extends Foundation<AuthSettings>, Omit<Throttling, 'hashing'> {
  readonly sessions: BrowserSessions;
  readonly passwords: Passwords;
  readonly mail: MailSettings;
  readonly deferred: DeferredActivity;
}

/** The links of a user to external accounts, for folders below `external-accounts`. */
export interface ExternalLinks {
  readonly listOf: (em: EntityManager, userId: string) => Promise<LinkedIdentity[]>;
  readonly unlink: (em: EntityManager, userId: string, ids: readonly string[], client: Client) => Promise<void>;
}
