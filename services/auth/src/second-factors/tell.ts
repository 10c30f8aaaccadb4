import type { EntityManager } from '@nightshelf/platform';
import type { MailQueue } from '../mail/mail-queue.ts';
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
    if (!user.email || !this.#queue.isSending) return;
    const payload = { kind: 'factor', username: user.username, change, factor, link: this.#link } as const;
    await this.#queue.add(em, { userId: user.id, recipient: user.email, payload, lifetimeSeconds });
  }
}
