import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { SocialSettings } from './config.ts';
import type { PushSender } from './notifications/push/send-push.ts';

/** Dependencies shared by this service's features. */
export interface SocialParts extends Foundation<SocialSettings> {
  readonly notes: PrivacyNotes;
  /** Null when push is not configured. */
  readonly sender: PushSender | null;
}
