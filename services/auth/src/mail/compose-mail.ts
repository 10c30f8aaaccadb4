import type { Foundation, Work } from '@nightshelf/platform';
import { chooseMailer, type MailSettings } from './choose-mailer.ts';
import { sendMails } from './jobs.ts';
import { MailQueue } from './mail-queue.ts';

interface Parts extends Pick<Foundation<object>, 'logger' | 'registry'> {
  readonly settings: MailSettings & { readonly MAIL_RETRY_SECONDS: number };
  readonly work: Work;
}

/** The mail queue and the job that sends what is in it; without a way to send mail the queue says so and there is no job. */
export function composeMail({ settings, work, logger, registry }: Parts) {
  const mailer = chooseMailer(settings, logger);
  const queue = new MailQueue(work, mailer !== null);
  const job = mailer && sendMails({ queue, mailer, retrySeconds: settings.MAIL_RETRY_SECONDS, logger, registry });
  return {
    queue,
    jobs: job ? [job] : [],
    /** There may be a mail to send. */
    wake: () => job?.wake(),
    close: () => mailer?.close(),
  };
}

export type Mail = ReturnType<typeof composeMail>;
