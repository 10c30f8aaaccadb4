import type { Digest } from '@nightshelf/contracts/events/digests.ts';

/** The content of a mail; its wording is chosen when it is sent. */
export type MailPayload =
  | {
      readonly kind: 'password-reset' | 'take-over' | 'email-verification' | 'email-change';
      readonly username: string;
      readonly link: string;
    }
  /** Sent to the previous address when a change is requested. */
  | { readonly kind: 'email-change-notice'; readonly username: string; readonly link: string; readonly email: string }
  /** Sent to an address that another account tried to use. */
  | { readonly kind: 'email-taken'; readonly username: string }
  /** Unread counts and the page that shows them. */
  | { readonly kind: 'weekly'; readonly username: string; readonly unread: Digest['unread']; readonly link: string }
  | FactorMail;

/** Announces an added or removed sign-in factor, with a link to the page that can undo it. */
export interface FactorMail {
  readonly kind: 'factor';
  readonly username: string;
  readonly change: 'added' | 'removed';
  readonly factor: string;
  readonly link: string;
  /** Missing when the user made the change. */
  readonly by?: 'operator';
}
