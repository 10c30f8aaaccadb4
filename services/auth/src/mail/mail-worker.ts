import { countedFromZero, type Foundation, Worker } from '@nightshelf/platform';
import type { Mailer } from './mailer.ts';
import type { Outbox } from './outbox.ts';
import { sendMail } from './send-mail.ts';

/** How long it takes at most until a mail that another replica has added is seen, in milliseconds. */
const idleMs = 1000;

interface Parts extends Pick<Foundation<object>, 'logger' | 'registry'> {
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  readonly retrySeconds: number;
}

/** Sends mails one after the other, and what fails again later. */
export function mailWorker({ registry, ...parts }: Parts): Worker {
  const results = countedFromZero(registry, {
    name: 'auth_mails_total',
    help: 'Attempts to send a mail, by what came of them',
    label: 'result',
    values: ['sent', 'refused', 'failed'],
  });
  return new Worker({ name: 'mails', idleMs, logger: parts.logger, step: () => sendMail({ ...parts, results }) });
}
