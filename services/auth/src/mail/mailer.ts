import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { createTransport } from 'nodemailer';
import type { DueMail } from './mail-queue.ts';
import { renderMail } from './render-mail.ts';
import { wordsOf } from './words.ts';

export interface Mailer {
  /** @throws MailRefused when trying again is useless; any other error may pass */
  send(mail: DueMail): Promise<void>;
  close(): void;
}

/** The mail server will not take this mail, now or later. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** Longest that the mail server may take for any step, in milliseconds. */
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
      // The same id at each try, so that a mail server can tell a repetition.
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

/** Recipient or content was refused for good. Refused credentials do not count: the settings may be corrected. */
function isRefusal(error: unknown): error is Error & { responseCode: number } {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false;
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500;
}

/** For a machine without a mail server: whoever runs the product there reads the link in its log. */
export function loggingMailer(logger: Logger): Mailer {
  return {
    send: async ({ payload }) => {
      const { subject, way } = wordsOf(payload);
      logger.warn(`No mail is sent, since SMTP_URL is not set. ${subject}: ${way?.link ?? 'without a link'}`);
    },
    close: () => undefined,
  };
}
