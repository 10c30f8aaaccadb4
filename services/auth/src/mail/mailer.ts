import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { createTransport } from 'nodemailer';
import type { DueMail } from './mail-queue.ts';
import { renderMail } from './render-mail.ts';
import { wordsOf } from './words.ts';

export interface Mailer {
  /** @throws MailRefused when a retry is useless; other errors may be temporary */
  send(mail: DueMail): Promise<void>;
  close(): void;
}

/** The mail server permanently refuses this mail. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** In milliseconds, per step of the SMTP session. */
const timeoutMs = 10_000;

/**
 * Sends over SMTP.
 * @param url smtp:// or smtps://user:password@host:port
 */
export function smtpMailer(url: string, from: string): Mailer {
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
    send: async (mail) => {
      // The same id on each attempt lets mail servers detect duplicates.
      const headers = { messageId: `<${mail.id}@nightshelf>`, headers: { 'auto-submitted': 'auto-generated' } };
      await transport
        .sendMail({ from, to: { name: '', address: mail.recipient }, ...headers, ...renderMail(mail.payload) })
        .catch((error: unknown) => {
          throw isRefusal(error) ? new MailRefused(`The mail server answered ${error.responseCode}`) : error;
        });
    },
    close: () => transport.close(),
  };
}

/**
 * Returns whether recipient or content was permanently refused. Ignores refused credentials, which the operator may
 * correct.
 */
function isRefusal(error: unknown): error is Error & { responseCode: number } {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false;
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500;
}

/** Logs links instead of sending them, for development without a mail server. */
export function loggingMailer(logger: Logger): Mailer {
  return {
    send: async ({ payload }) => {
      const { subject, way } = wordsOf(payload);
      logger.warn(`No mail is sent, since SMTP_URL is not set. ${subject}: ${way?.link ?? 'without a link'}`);
    },
    close: () => undefined,
  };
}
