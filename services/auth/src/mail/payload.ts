import type { Digest } from '@nightshelf/contracts/events/digests.ts';

/** What a mail is about; how it reads is decided when it is sent. */
export type MailPayload =
  | {
      readonly kind: 'password-reset' | 'take-over' | 'email-verification' | 'email-change';
      readonly username: string;
      readonly link: string;
    }
  /** To the address before: the account is to have another one. */
  | { readonly kind: 'email-change-notice'; readonly username: string; readonly link: string; readonly email: string }
  /** To an address that somebody else wants for their account. */
  | { readonly kind: 'email-taken'; readonly username: string }
  /** How much is new, and the page that has it and turns the mail off. */
  | { readonly kind: 'weekly'; readonly username: string; readonly unread: Digest['unread']; readonly link: string }
  | FactorMail;

/** A way to prove who one is was added or removed: what it is in words, and the page where that can be undone. */
export interface FactorMail {
  readonly kind: 'factor';
  readonly username: string;
  readonly change: 'added' | 'removed';
  readonly factor: string;
  readonly link: string;
  /** Not there where it was whoever is signed in. */
  readonly by?: 'operator';
}
