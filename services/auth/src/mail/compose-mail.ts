import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { AuthSettings } from '../config.ts';
import { chooseMailer } from './choose-mailer.ts';
import { sendMails } from './jobs.ts';
import { MailQueue } from './mail-queue.ts';
import { onDigestPrepared } from './on-digest-prepared.ts';

/** Composes the mail queue, the weekly-mail handler and, if a mailer is configured, the sending job. */
export function composeMail({ settings, work, logger, registry }: Foundation<AuthSettings>) {
  const mailer = chooseMailer(settings, logger);
  const queue = new MailQueue(work, mailer !== null);
  const job = mailer && sendMails({ queue, mailer, retrySeconds: settings.MAIL_RETRY_SECONDS, logger, registry });
  return {
    queue,
    handlers: [onDigestPrepared(queue, settings.PUBLIC_ORIGIN)],
    jobs: job ? [job] : [],
    /** Wakes the sending job. */
    wake: () => job?.wake(),
    close: async () => mailer?.close(),
  };
}

export type Mail = ReturnType<typeof composeMail>;
