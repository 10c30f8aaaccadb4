import type { Digest } from '@nightshelf/contracts/events/digests.ts';
import type { MailPayload } from './payload.ts';

export interface MailWords {
  readonly subject: string;
  readonly opening: string;
  /** The link and its label in HTML. */
  readonly way?: { readonly link: string; readonly label: string };
  readonly closing: string;
}

const unasked = 'If this wasn’t you, ignore this email';

const many = (count: number, one: string, more: string) => (count === 1 ? one : `${count} ${more}`);

function listOf({ new_follower, friend_finished, wanted_game_out }: Digest['unread']): string {
  const parts = [
    new_follower > 0 && many(new_follower, 'a new follower', 'new followers'),
    friend_finished > 0 &&
      many(
        friend_finished,
        'a friend who finished a game you are playing',
        'finishes by friends of games you are playing',
      ),
    wanted_game_out > 0 && many(wanted_game_out, 'a game that you want is out', 'games that you want are out'),
  ];
  return new Intl.ListFormat('en').format(parts.filter((part) => part !== false));
}

export function wordsOf(payload: MailPayload): MailWords {
  switch (payload.kind) {
    case 'password-reset':
      return {
        subject: 'Set a new password for Nightshelf',
        opening: 'we received a request to reset the password of your Nightshelf account.',
        way: { link: payload.link, label: 'Set a new password' },
        closing: `The link works once, within 30 minutes. ${unasked}: your password stays.`,
      };
    case 'take-over':
      return {
        subject: 'Someone is registering with your address at Nightshelf',
        opening: `someone tried to register at Nightshelf with this address. The account "${payload.username}" already uses it, but the address was never confirmed. To take over the account, set a password with this link. This ends its sessions and linked accounts.`,
        way: { link: payload.link, label: 'Make the account mine' },
        closing: `The link works once, within 30 minutes. ${unasked}.`,
      };
    case 'email-verification':
      return {
        subject: 'Confirm your address at Nightshelf',
        opening: `please confirm the address of your Nightshelf account "${payload.username}".`,
        way: { link: payload.link, label: 'Confirm my address' },
        closing: `The link works once, within 24 hours. If this isn’t your account, don’t open the link: someone may have mistyped an address.`,
      };
    case 'email-change':
      return {
        subject: 'Confirm your new address at Nightshelf',
        opening: `please confirm the new address of your Nightshelf account "${payload.username}".`,
        way: { link: payload.link, label: 'Confirm my new address' },
        closing:
          'The link works once, within 24 hours. Your address doesn’t change until you open it. If this wasn’t you, don’t open it.',
      };
    case 'email-change-notice':
      return {
        subject: 'Your Nightshelf email address is changing',
        opening: `we received a request to change the address of your Nightshelf account to ${payload.email}. If this wasn’t you, cancel the change with this link and set a new password, because someone knows yours.`,
        way: { link: payload.link, label: 'Keep this address' },
        closing: 'The link works for 7 days, even after the change. If this was you, ignore this email.',
      };
    case 'email-taken':
      return {
        subject: 'Someone tried to use your address at Nightshelf',
        opening: `someone tried to use this address for another Nightshelf account. It belongs to your account "${payload.username}", so nothing was changed.`,
        closing: 'If this was you, change the address of that account first. Otherwise, ignore this email.',
      };
    case 'weekly':
      return {
        subject: 'What is new at Nightshelf',
        opening: `you have unread notifications: ${listOf(payload.unread)}.`,
        way: { link: payload.link, label: 'See what is new' },
        closing:
          'You get this email at most once a week because you turned it on. Turn it off on the same page, under "Notify me about".',
      };
    case 'factor':
      return {
        subject: `${payload.factor} was ${payload.change}`,
        opening: `${payload.factor} was ${payload.change === 'added' ? 'added to' : 'removed from'} your Nightshelf account.`,
        way: { link: payload.link, label: 'Sign-in and security' },
        closing:
          payload.by === 'operator'
            ? 'An operator did this after a request that they were lost. Sign in and add new ones. If you didn’t request this, change your password now and contact the operator.'
            : 'If this wasn’t you, sign in, undo it and change your password.',
      };
  }
}
