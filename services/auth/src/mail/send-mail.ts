import { randomUUIDv7 } from 'node:crypto';
import { type Digest, digestPrepared } from '@nightshelf/contracts/events/digests.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { type EventHandler, on } from '@nightshelf/platform/events/handler.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { countedFromZero } from '@nightshelf/platform/metrics/metrics.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { isSecureOrigin } from '@nightshelf/platform/sessions/cookie.ts';
import { createTransport } from 'nodemailer';
import type { AuthSettings } from '../config.ts';
import { idleMs, type Leased, pauseSeconds, postpone, takeDue, whileLeased } from '../leased-rows.ts';
import { lockActiveUser, type User } from '../users/user.ts';

/** Composes the weekly-mail handler and, if a mailer is configured, the sending job. */
export function composeMail(foundation: Foundation<AuthSettings>) {
  const { settings, logger } = foundation;
  const mailer = chooseMailer(settings, logger);
  const mail: MailSettings = { isSending: mailer !== null, publicOrigin: settings.PUBLIC_ORIGIN };
  return {
    mail,
    handlers: [onDigestPrepared(mail)],
    jobs: mailer ? [sendMails(foundation, mailer)] : [],
    close: async () => mailer?.close(),
  };
}

export interface MailSettings {
  /** False when no mailer is configured; then no mail may be queued. */
  readonly isSending: boolean;
  /** The base URL of links. */
  readonly publicOrigin: string;
}

const daySeconds = 24 * 60 * 60;

/** Older events no longer belong to this week's mail. */
const newsMs = 7 * daySeconds * 1000;

/** Queues the weekly mail, to verified addresses only. The inbox accepts one event per user and week. */
const onDigestPrepared = ({ isSending, publicOrigin }: MailSettings): EventHandler =>
  on(digestPrepared, async ({ em, data, time }) => {
    if (!isSending || Date.now() - time.getTime() > newsMs) return;
    // The lock makes a concurrent account closure wait, and then delete this mail.
    const user = await lockActiveUser(em, data.user_id);
    if (!user?.email || !user.emailVerifiedAt) return;
    const link = new URL('/notifications', publicOrigin).href;
    await addMail(em, user, user.email, { kind: 'weekly', unread: data.unread, link }, 2 * daySeconds);
  });

/** Notifies a user that a sign-in factor was added or removed. Call it in the transaction of the change. */
export async function mailFactor(
  em: EntityManager,
  { isSending, publicOrigin }: MailSettings,
  user: User,
  content: Omit<FactorMail, 'kind'>,
): Promise<void> {
  if (!user.email || !isSending) return;
  const link = new URL('/profile/security', publicOrigin).href;
  await addMail(em, user, user.email, { kind: 'factor', link, ...content }, 3 * daySeconds);
}

interface Mailer {
  send(mail: DueMail): Promise<unknown>;
  close(): void;
}

/** @returns the mailer, or null when there is none; a public product must never log links */
function chooseMailer(settings: Foundation<AuthSettings>['settings'], logger: Logger): Mailer | null {
  const { SMTP_URL: url, PUBLIC_ORIGIN: origin } = settings;
  if (url) return smtpMailer(url, settings.MAIL_FROM ?? `Nightshelf <nightshelf@${new URL(origin).hostname}>`);
  if (settings.NODE_ENV !== 'production' && !isSecureOrigin(origin)) return loggingMailer(logger);
  logger.warn('SMTP_URL is not set, so users cannot reset passwords or confirm addresses');
  return null;
}

/** Per step of the SMTP session. */
const timeoutMs = 10_000;

/**
 * Sends over SMTP.
 * @param url smtp:// or smtps://user:password@host:port
 */
function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: ({ id, recipient, payload }) =>
      transport.sendMail({
        from,
        to: { name: '', address: recipient },
        // The same id on each attempt lets mail servers detect duplicates.
        messageId: `<${id}@nightshelf>`,
        headers: { 'auto-submitted': 'auto-generated' },
        ...renderMail(payload),
      }),
    close: () => transport.close(),
  };
}

/**
 * Returns whether the server permanently refused recipient or content, so that a retry is useless. Ignores refused
 * credentials, which the operator may correct.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false;
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500;
}

/** Logs links instead of sending them, for development without a mail server. */
const loggingMailer = (logger: Logger): Mailer => ({
  send: async ({ payload }) => {
    const { subject } = wordsOf(payload);
    logger.warn(`No mail is sent, since SMTP_URL is not set. ${subject}: ${payload.link ?? 'without a link'}`);
  },
  close: () => undefined,
});

/** Sends one mail at a time and retries failed ones later. */
function sendMails({ work, settings, logger, registry }: Foundation<AuthSettings>, mailer: Mailer): Worker {
  const results = countedFromZero(registry, {
    name: 'auth_mails_total',
    help: 'Attempts to send an email, by outcome',
    label: 'result',
    values: ['sent', 'refused', 'failed'],
  });
  const send = async (mail: DueMail): Promise<'sent' | 'refused' | 'failed'> => {
    try {
      await whileLeased(work, 'mails', mail, () => mailer.send(mail));
      return 'sent';
    } catch (error) {
      const isRefused = isRefusal(error);
      // Logs only the code: the server's text may contain the address.
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
      const fields = { mail: mail.id, attempts: mail.attempts, code };
      logger.warn(fields, isRefused ? 'A mail was refused' : 'A mail could not be sent');
      return isRefused ? 'refused' : 'failed';
    }
  };
  const step = async () => {
    const mail = await takeMail(work);
    if (!mail) return false;
    const result = await send(mail);
    results.inc({ result });
    if (result === 'failed') await postpone(work, 'mails', mail, pauseSeconds(settings.MAIL_RETRY_SECONDS, mail));
    else await work.transaction(({ em }) => em.execute('delete from mails where id = ?', [mail.id]));
    return true;
  };
  return new Worker({ name: 'mails', idleMs, logger, step });
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Renders the mail as plain text and as HTML without external resources. */
function renderMail(payload: MailPayload): { subject: string; text: string; html: string } {
  const greeting = `Hello ${payload.username},`;
  const { subject, opening, label, closing } = wordsOf(payload);
  const { link } = payload;
  const paragraph = (html: string) => `<p>${html}</p>\n`;
  const anchor = link && label ? paragraph(`<a href="${escaped(link)}">${escaped(label)}</a>`) : '';
  return {
    subject,
    text: `${[greeting, opening, ...(link ? [link] : []), closing].join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5">
${paragraph(escaped(greeting))}${paragraph(escaped(opening))}${anchor}${paragraph(escaped(closing))}<p>Nightshelf</p>
</body></html>`,
  };
}

interface MailWords {
  readonly subject: string;
  readonly opening: string;
  /** The text of the link in HTML. */
  readonly label?: string;
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

function wordsOf(payload: MailPayload): MailWords {
  switch (payload.kind) {
    case 'password-reset':
      return {
        subject: 'Set a new password for Nightshelf',
        opening: 'we received a request to reset the password of your Nightshelf account.',
        label: 'Set a new password',
        closing: `The link works once, within 30 minutes. ${unasked}: your password stays.`,
      };
    case 'take-over':
      return {
        subject: 'Someone is registering with your address at Nightshelf',
        opening: `someone tried to register at Nightshelf with this address. The account "${payload.username}" already uses it, but the address was never confirmed. To take over the account, set a password with this link. This ends its sessions and linked accounts.`,
        label: 'Make the account mine',
        closing: `The link works once, within 30 minutes. ${unasked}.`,
      };
    case 'email-verification':
      return {
        subject: 'Confirm your address at Nightshelf',
        opening: `please confirm the address of your Nightshelf account "${payload.username}".`,
        label: 'Confirm my address',
        closing: `The link works once, within 24 hours. If this isn’t your account, don’t open the link: someone may have mistyped an address. To take over the account instead, request a new password for it.`,
      };
    case 'email-change':
      return {
        subject: 'Confirm your new address at Nightshelf',
        opening: `please confirm the new address of your Nightshelf account "${payload.username}".`,
        label: 'Confirm my new address',
        closing:
          'The link works once, within 24 hours. Your address doesn’t change until you open it. If this wasn’t you, don’t open it.',
      };
    case 'email-change-notice':
      return {
        subject: 'Your Nightshelf email address is changing',
        opening: `we received a request to change the address of your Nightshelf account to ${payload.email}. If this wasn’t you, cancel the change with this link and set a new password, because someone knows yours.`,
        label: 'Keep this address',
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
        label: 'See what is new',
        closing: 'You turned on this weekly email. Turn it off on the same page, under "Notify me about".',
      };
    case 'factor':
      return {
        subject: `${payload.factor} was ${payload.change}`,
        opening: `${payload.factor} was ${payload.change === 'added' ? 'added to' : 'removed from'} your Nightshelf account.`,
        label: 'Sign-in and security',
        closing:
          payload.by === 'operator'
            ? 'An operator did this after a request that they were lost. Sign in and add new ones. If you didn’t request this, change your password now and contact the operator.'
            : 'If this wasn’t you, sign in, undo it and change your password.',
      };
  }
}

interface DueMail extends Leased {
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
