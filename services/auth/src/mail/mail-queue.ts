import { randomUUIDv7 } from 'node:crypto';
import type { Digest } from '@nightshelf/contracts/events/digests.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';

interface NewMail {
  readonly userId: string;
  readonly recipient: string;
  readonly payload: MailPayload;
  /** By the database's clock; an expired mail is not sent. */
  readonly lifetimeSeconds: number;
}

export interface DueMail {
  readonly id: string;
  readonly recipient: string;
  readonly payload: MailPayload;
  /** Number of attempts, including this one. */
  readonly attempts: number;
}

/** In seconds. Another process may take the mail after this long without a renewal. */
const leaseSeconds = 30;
/** In milliseconds, between renewals. */
export const renewMs = 5000;

/** The queue of unsent mails. Deletes them once sent or expired, because they contain secret links. */
export class MailQueue {
  readonly #work: Work;
  /** False when no mailer is configured; callers must not add mails then. */
  readonly isSending: boolean;

  constructor(work: Work, isSending: boolean) {
    this.#work = work;
    this.isSending = isSending;
  }

  /** Adds a mail in the caller's transaction. */
  async add(em: EntityManager, { userId, recipient, payload, lifetimeSeconds }: NewMail): Promise<void> {
    await em.execute(
      `insert into mails (id, user_id, recipient, payload, expires_at, due_at, attempts)
       values (?, ?, ?, ?::jsonb, now() + make_interval(secs => ?), now(), 0)`,
      [randomUUIDv7(), userId, recipient, JSON.stringify(payload), lifetimeSeconds],
    );
  }

  /** Takes the mail that is due longest; other replicas skip it until the lease ends. Deletes expired mails. */
  take(): Promise<DueMail | undefined> {
    return this.#work.transaction(async ({ em }) => {
      // Skips locked mails: their holder may be waiting for another mail that this would delete.
      await em.execute(
        'delete from mails where id in (select id from mails where expires_at <= now() for update skip locked)',
      );
      const [mail] = await em.execute<DueMail[]>(
        `update mails set attempts = attempts + 1, due_at = now() + make_interval(secs => ?)
         where id = (
           select id from mails where due_at <= now() and expires_at > now()
           order by due_at limit 1 for update skip locked)
         returning id, recipient, payload, attempts`,
        [leaseSeconds],
      );
      return mail;
    });
  }

  /** Renews the lease, unless another process has taken the mail. */
  async renew({ id, attempts }: DueMail): Promise<void> {
    await this.#work.transaction(({ em }) =>
      em.execute('update mails set due_at = now() + make_interval(secs => ?) where id = ? and attempts = ?', [
        leaseSeconds,
        id,
        attempts,
      ]),
    );
  }

  async remove({ id }: DueMail): Promise<void> {
    await this.#work.transaction(({ em }) => em.execute('delete from mails where id = ?', [id]));
  }

  async postpone({ id }: DueMail, seconds: number): Promise<void> {
    await this.#work.transaction(({ em }) =>
      em.execute('update mails set due_at = now() + make_interval(secs => ?) where id = ?', [seconds, id]),
    );
  }
}

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
  /** In words, starting with a capital letter. */
  readonly factor: string;
  readonly link: string;
  /** Missing when the user made the change. */
  readonly by?: 'operator';
}
