import type { Counter, Logger } from '@nightshelf/platform';
import { type Mailer, MailRefused } from './mailer.ts';
import type { Outbox } from './outbox.ts';

export interface SendingParts {
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  /** After the first failure, in seconds; doubled with each further one. */
  readonly retrySeconds: number;
  readonly results: Counter<'result'>;
  readonly logger: Logger;
}

const longestPauseSeconds = 300;

/** Sends the mail that is due longest, or puts it off when that fails. @returns whether there was one */
export async function sendMail({ outbox, mailer, retrySeconds, results, logger }: SendingParts): Promise<boolean> {
  const mail = await outbox.take();
  if (!mail) return false;
  const fault = await mailer.send(mail).then(
    () => null,
    (error: unknown) => error,
  );
  if (fault === null) {
    results.inc({ result: 'sent' });
    await outbox.remove(mail);
  } else {
    // Its code only: the text of a mail server may name the address.
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'no code';
    const refused = fault instanceof MailRefused;
    results.inc({ result: refused ? 'refused' : 'failed' });
    logger.warn(
      { mail: mail.id, attempts: mail.attempts, code },
      refused ? 'A mail was refused' : 'A mail could not be sent',
    );
    if (refused) await outbox.remove(mail);
    else await outbox.postpone(mail, Math.min(retrySeconds * 2 ** (mail.attempts - 1), longestPauseSeconds));
  }
  return true;
}
