import { randomUUIDv7 } from 'node:crypto';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { MailPayload } from './payload.ts';

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
