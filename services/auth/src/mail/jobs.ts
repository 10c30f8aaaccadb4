import { countedFromZero, type Foundation, Worker } from '@nightshelf/platform';
import type { MailQueue } from './mail-queue.ts';
import type { Mailer } from './mailer.ts';
import { sendMail } from './send-mail.ts';

/** How long it takes at most until a mail that another replica has added is seen, in milliseconds. */
const idleMs = 1000;

interface Parts extends Pick<Foundation<object>, 'logger' | 'registry'> {
  readonly queue: MailQueue;
  readonly mailer: Mailer;
  readonly retrySeconds: number;
}

/** Sends mails one after the other, and what fails again later. */
export function sendMails({ registry, ...parts }: Parts): Worker {
  const results = countedFromZero(registry, {
    name: 'auth_mails_total',
    help: 'Attempts to send a mail, by what came of them',
    label: 'result',
    values: ['sent', 'refused', 'failed'],
  });
  return new Worker({ name: 'mails', idleMs, logger: parts.logger, step: () => sendMail({ ...parts, results }) });
}
