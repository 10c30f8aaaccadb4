import { whileRenewing } from '@nightshelf/platform/jobs/while-renewing.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { Counter } from 'prom-client';
import { type MailQueue, renewMs } from './mail-queue.ts';
import { type Mailer, MailRefused } from './mailer.ts';

export interface SendingParts {
  readonly queue: MailQueue;
  readonly mailer: Mailer;
  /** In seconds after the first failure; doubles with each further one. */
  readonly retrySeconds: number;
  readonly results: Counter<'result'>;
  readonly logger: Logger;
}

const longestPauseSeconds = 300;

/** Sends the next due mail, or postpones it on failure. @returns whether there was one */
export async function sendMail({ queue, mailer, retrySeconds, results, logger }: SendingParts): Promise<boolean> {
  const mail = await queue.take();
  if (!mail) return false;
  const error = await whileRenewing(
    () => queue.renew(mail),
    renewMs,
    () => mailer.send(mail),
  ).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error === null) {
    results.inc({ result: 'sent' });
    await queue.remove(mail);
  } else {
    // Logs only the code: the server's text may contain the address.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
    const refused = error instanceof MailRefused;
    results.inc({ result: refused ? 'refused' : 'failed' });
    logger.warn(
      { mail: mail.id, attempts: mail.attempts, code },
      refused ? 'A mail was refused' : 'A mail could not be sent',
    );
    if (refused) await queue.remove(mail);
    else await queue.postpone(mail, Math.min(retrySeconds * 2 ** (mail.attempts - 1), longestPauseSeconds));
  }
  return true;
}
