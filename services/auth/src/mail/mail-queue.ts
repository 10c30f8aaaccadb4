import { randomUUIDv7 } from 'node:crypto';
import type { Digest } from '@nightshelf/contracts/events/digests.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { takeDue } from '../leased-rows.ts';
import type { User } from '../users/user.ts';

export interface DueMail {
  readonly id: string;
  readonly attempts: number;
  readonly recipient: string;
  readonly payload: MailPayload;
}

type WithoutName<Payload> = Payload extends unknown ? Omit<Payload, 'username'> : never;

/**
 * Queues a mail in the caller's transaction, until it is sent or expires.
 * @param user addressed by name
 */
export async function addMail(
  em: EntityManager,
  { id, username }: Pick<User, 'id' | 'username'>,
  recipient: string,
  content: WithoutName<MailPayload>,
  lifetimeSeconds: number,
): Promise<void> {
  await em.execute(
    `insert into mails (id, user_id, recipient, payload, expires_at, due_at, attempts)
     values (?, ?, ?, ?::jsonb, now() + make_interval(secs => ?), now(), 0)`,
    [randomUUIDv7(), id, recipient, JSON.stringify({ ...content, username }), lifetimeSeconds],
  );
}

/** Takes the mail that is due longest. Deletes expired mails, because they contain secret links. */
export function takeMail(work: Work): Promise<DueMail | undefined> {
  return work.transaction(async ({ em }) => {
    // Skips locked mails: their holder may be waiting for another mail that this would delete.
    await em.execute(
      'delete from mails where id in (select id from mails where expires_at <= now() for update skip locked)',
    );
    return takeDue<DueMail>(em, 'mails', { condition: 'expires_at > now()', columns: 'recipient, payload' });
  });
}

/** The content of a mail; its wording is chosen when it is sent. */
export type MailPayload = {
  readonly username: string;
  /** The page that the mail leads to. */
  readonly link?: string;
} & (
  | {
      readonly kind: 'password-reset' | 'take-over' | 'email-verification' | 'email-change' | 'email-change-notice';
      /** The user's next address, in a notice to the previous one. */
      readonly email?: string;
    }
  /** Sent to an address that another account tried to use. */
  | { readonly kind: 'email-taken' }
  | { readonly kind: 'weekly'; readonly unread: Digest['unread'] }
  | FactorMail
);

/** Announces an added or removed sign-in factor. */
export interface FactorMail {
  readonly kind: 'factor';
  readonly change: 'added' | 'removed';
  /** In words, starting with a capital letter. */
  readonly factor: string;
  /** Missing when the user made the change. */
  readonly by?: 'operator';
}
