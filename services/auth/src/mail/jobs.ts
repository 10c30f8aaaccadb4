import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import { countedFromZero } from '@nightshelf/platform/metrics/counted-from-zero.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { MailQueue } from './mail-queue.ts';
import type { Mailer } from './mailer.ts';
import { sendMail } from './send-mail.ts';

/** In milliseconds. The longest wait for a mail that another replica added. */
const idleMs = 1000;

interface Parts extends Pick<Foundation<object>, 'logger' | 'registry'> {
  readonly queue: MailQueue;
  readonly mailer: Mailer;
  readonly retrySeconds: number;
}

/** Sends one mail at a time and retries failed ones later. */
export function sendMails({ registry, ...parts }: Parts): Worker {
  const results = countedFromZero(registry, {
    name: 'auth_mails_total',
    help: 'Attempts to send a mail, by what came of them',
    label: 'result',
    values: ['sent', 'refused', 'failed'],
  });
  return new Worker({ name: 'mails', idleMs, logger: parts.logger, step: () => sendMail({ ...parts, results }) });
}
