import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import type { Mail } from '../mail/send-mail.ts';
import type { Account } from '../users/user.ts';
import { addLink, linkTo, newToken } from './address-links.ts';

const daySeconds = 24 * 60 * 60;
const confirmSeconds = daySeconds;
const undoSeconds = 7 * daySeconds;

/** Queues mails about addresses in the caller's transaction. */
export class AddressMails {
  readonly #mail: Mail;
  readonly #publicOrigin: string;

  /** @param publicOrigin the base URL of links */
  constructor(mail: Mail, publicOrigin: string) {
    this.#mail = mail;
    this.#publicOrigin = publicOrigin;
  }

  /** @throws CodedError 503 when no mail server is configured */
  checkAvailable(): void {
    if (!this.#mail.queue.isSending) throw unavailable('auth.no_mail', 'This server cannot send email right now.');
  }

  /** Call this after the transaction commits. */
  sent(): void {
    this.#mail.wake();
  }

  /** Queues the link that confirms the user's address, if there is an address and a mail server. */
  async verification(em: EntityManager, user: Pick<Account, 'id' | 'username' | 'email'>): Promise<void> {
    if (!user.email || !this.#mail.queue.isSending) return;
    const { id: userId, username, email } = user;
    const link = await this.#link(em, 'verify', userId, email);
    const payload = { kind: 'email-verification', username, link } as const;
    await this.#mail.queue.add(em, { userId, recipient: email, payload, lifetimeSeconds: confirmSeconds });
  }

  async change(em: EntityManager, { id: userId, username }: Account, email: string): Promise<void> {
    const link = await this.#link(em, 'change', userId, email);
    const payload = { kind: 'email-change', username, link } as const;
    await this.#mail.queue.add(em, { userId, recipient: email, payload, lifetimeSeconds: confirmSeconds });
  }

  /** Counts like a change of address and looks the same to the caller, but mails at most the address's holder. */
  async noChange(em: EntityManager, { id: userId }: Account, email: string, holder: Account | null): Promise<void> {
    await addLink(em, { userId, kind: 'change', email, token: null, lifetimeSeconds: confirmSeconds });
    if (!holder?.email) return;
    const payload = { kind: 'email-taken', username: holder.username } as const;
    const mail = { userId: holder.id, recipient: holder.email, payload, lifetimeSeconds: confirmSeconds };
    await this.#mail.queue.add(em, mail);
  }

  /** Notifies the previous address of the change, with a link that undoes it. */
  async changeNotice(em: EntityManager, { id: userId, username }: Account, before: string, email: string) {
    const link = await this.#link(em, 'undo', userId, before);
    const payload = { kind: 'email-change-notice', username, link, email } as const;
    await this.#mail.queue.add(em, { userId, recipient: before, payload, lifetimeSeconds: undoSeconds });
  }

  async #link(em: EntityManager, kind: 'verify' | 'change' | 'undo', userId: string, email: string): Promise<string> {
    const token = newToken();
    const lifetimeSeconds = kind === 'undo' ? undoSeconds : confirmSeconds;
    await addLink(em, { userId, kind, email, token, lifetimeSeconds });
    return linkTo(this.#publicOrigin, kind === 'undo' ? '/undo-email-change' : '/verify-email', token);
  }
}
