import { randomUUIDv7 } from 'node:crypto';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { MailPayload } from './payload.ts';

interface NewMail {
  readonly userId: string;
  readonly recipient: string;
  readonly payload: MailPayload;
  /** Seconds, by the database's clock, after which the mail is useless. */
  readonly lifetimeSeconds: number;
}

export interface DueMail {
  readonly id: string;
  readonly recipient: string;
  readonly payload: MailPayload;
  /** How often it was tried, this time included. */
  readonly attempts: number;
}

/** After this long without a sign of life of the process that sends a mail, another may take it, in seconds. */
const leaseSeconds = 30;
/** Between signs of life, in milliseconds. */
export const renewMs = 5000;

/** Mails that wait to be sent. They hold secret links, and are deleted as soon as they are sent or have expired. */
export class MailQueue {
  readonly #work: Work;
  /** Whether there is any way to send mail; without one nothing is to be added. */
  readonly isSending: boolean;

  constructor(work: Work, isSending: boolean) {
    this.#work = work;
    this.isSending = isSending;
  }

  /** Adds a mail in the transaction that it is about. */
  async add(em: EntityManager, { userId, recipient, payload, lifetimeSeconds }: NewMail): Promise<void> {
    await em.execute(
      `insert into mails (id, user_id, recipient, payload, expires_at, due_at, attempts)
       values (?, ?, ?, ?::jsonb, now() + make_interval(secs => ?), now(), 0)`,
      [randomUUIDv7(), userId, recipient, JSON.stringify(payload), lifetimeSeconds],
    );
  }

  /** Takes the mail that is due longest; other replicas leave it alone meanwhile. Drops what has expired. */
  take(): Promise<DueMail | undefined> {
    return this.#work.transaction(async ({ em }) => {
      // One that is locked goes by whoever has it: they may wait for another that this would delete.
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

  /** A sign of life of who sends it. Nothing when another has taken it meanwhile. */
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
