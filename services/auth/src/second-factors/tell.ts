import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import type { FactorMail } from '../mail/payload.ts';
import type { User } from '../users/user.ts';

const lifetimeSeconds = 3 * 24 * 60 * 60;

/** Tells users by mail that a way to prove who they are was added to their account or removed from it. */
export class FactorMails {
  readonly #queue: MailQueue;
  readonly #link: string;

  constructor(queue: MailQueue, publicOrigin: string) {
    this.#queue = queue;
    this.#link = new URL('/profile/security', publicOrigin).href;
  }

  /** In the transaction of the change. @param factor in words, the first with a capital letter */
  async tell(em: EntityManager, user: User, change: 'added' | 'removed', factor: string): Promise<void> {
    await this.#add(em, user, { change, factor });
  }

  /** In the transaction in which an operator removes all of them. */
  async tellOfReset(em: EntityManager, user: User): Promise<void> {
    await this.#add(em, user, { change: 'removed', factor: 'Every second factor', by: 'operator' });
  }

  async #add(em: EntityManager, user: User, told: Pick<FactorMail, 'change' | 'factor' | 'by'>): Promise<void> {
    if (!user.email || !this.#queue.isSending) return;
    const payload: FactorMail = { kind: 'factor', username: user.username, link: this.#link, ...told };
    await this.#queue.add(em, { userId: user.id, recipient: user.email, payload, lifetimeSeconds });
  }
}
