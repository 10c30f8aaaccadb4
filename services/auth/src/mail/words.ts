import type { Digest } from '@nightshelf/contracts/events/digests.ts';
import type { MailPayload } from './payload.ts';

export interface MailWords {
  readonly subject: string;
  readonly opening: string;
  /** The link and its label in HTML. */
  readonly way?: { readonly link: string; readonly label: string };
  readonly closing: string;
}

const unasked = 'If it was not you, there is nothing to do';

const many = (count: number, one: string, more: string) => (count === 1 ? one : `${count} ${more}`);

function listOf({ new_follower, friend_finished, wanted_game_out }: Digest['unread']): string {
  const parts = [
    new_follower > 0 && many(new_follower, 'a new follower', 'new followers'),
    friend_finished > 0 &&
      many(
        friend_finished,
        'a friend who finished a game that you are playing',
        'times that a friend finished a game you are playing',
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
        opening: 'somebody, hopefully you, asked for a link to set a new password for your Nightshelf account.',
        way: { link: payload.link, label: 'Set a new password' },
        closing: `The link works once and for 30 minutes. ${unasked}: your password stays.`,
      };
    case 'take-over':
      return {
        subject: 'Somebody registers with your address at Nightshelf',
        opening: `somebody, hopefully you, wanted to register at Nightshelf with this address. There is an account with it already, "${payload.username}", but nobody has ever confirmed that it is theirs. It is your address, so the account is yours if you want it: set a password with this link. Whatever was signed in or linked to it before is ended.`,
        way: { link: payload.link, label: 'Make the account mine' },
        closing: `The link works once and for 30 minutes. ${unasked}.`,
      };
    case 'email-verification':
      return {
        subject: 'Confirm your address at Nightshelf',
        opening: `please confirm that this is the address of your Nightshelf account "${payload.username}".`,
        way: { link: payload.link, label: 'Confirm my address' },
        closing: `The link works once and for 24 hours. If you have no such account, do not open it: somebody may have mistyped an address. You kept your address; you can make the account yours by asking for a new password.`,
      };
    case 'email-change':
      return {
        subject: 'Confirm your new address at Nightshelf',
        opening: `please confirm that your Nightshelf account "${payload.username}" is to have this address from now on.`,
        way: { link: payload.link, label: 'Confirm my new address' },
        closing:
          'The link works once and for 24 hours. Until then the account keeps its address. If it was not you, do not open it.',
      };
    case 'email-change-notice':
      return {
        subject: 'Your address at Nightshelf is to change',
        opening: `somebody, hopefully you, asked to change the address of your Nightshelf account to ${payload.email}. If it was not you, take it back with this link; then set a new password, since somebody knows yours.`,
        way: { link: payload.link, label: 'Keep this address' },
        closing: 'The link works for 7 days, also after the change. If it was you, there is nothing to do.',
      };
    case 'email-taken':
      return {
        subject: 'Somebody wants your address at Nightshelf',
        opening: `somebody wanted to use this address for another account at Nightshelf. It belongs to your account "${payload.username}", so nothing was changed.`,
        closing:
          'If it was you: sign in to that account, and change its address there first. Otherwise there is nothing to do.',
      };
    case 'weekly':
      return {
        subject: 'What is new at Nightshelf',
        opening: `here is what you have not read yet: ${listOf(payload.unread)}.`,
        way: { link: payload.link, label: 'See what is new' },
        closing:
          'You get this mail once a week, when there is something new, because you asked for it. The same page turns it off, under "Tell me about".',
      };
    case 'factor':
      return {
        subject: `${payload.factor} was ${payload.change}`,
        opening: `${payload.factor} was ${payload.change === 'added' ? 'added to' : 'removed from'} your Nightshelf account.`,
        way: { link: payload.link, label: 'Sign-in and security' },
        closing:
          payload.by === 'operator'
            ? 'An operator did it because somebody, hopefully you, said that they were lost. Sign in and add new ones. If you did not ask for it, change your password now and tell the operator.'
            : 'If it was not you, sign in, undo it and change your password.',
      };
  }
}
