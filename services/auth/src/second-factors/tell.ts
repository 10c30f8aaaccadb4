import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { FactorMail, MailQueue } from '../mail/mail-queue.ts';
import type { User } from '../users/user.ts';

const lifetimeSeconds = 3 * 24 * 60 * 60;

/** Notifies users by mail when a sign-in factor is added or removed. */
export class FactorMails {
  readonly #queue: MailQueue;
  readonly #link: string;

  constructor(queue: MailQueue, publicOrigin: string) {
    this.#queue = queue;
    this.#link = new URL('/profile/security', publicOrigin).href;
  }

  /** Call it in the transaction of the change. @param factor in words, starting with a capital letter */
  async tell(em: EntityManager, user: User, change: 'added' | 'removed', factor: string): Promise<void> {
    await this.#add(em, user, { change, factor });
  }

  /** Call it in the transaction of the operator's reset. */
  async tellOfReset(em: EntityManager, user: User): Promise<void> {
    await this.#add(em, user, { change: 'removed', factor: 'Every second factor', by: 'operator' });
  }

  async #add(em: EntityManager, user: User, told: Pick<FactorMail, 'change' | 'factor' | 'by'>): Promise<void> {
    if (!user.email || !this.#queue.isSending) return;
    const payload: FactorMail = { kind: 'factor', username: user.username, link: this.#link, ...told };
    await this.#queue.add(em, { userId: user.id, recipient: user.email, payload, lifetimeSeconds });
  }
}
