import type { Foundation, Work } from '@nightshelf/platform';
import { chooseMailer, type MailSettings } from './choose-mailer.ts';
import { sendMails } from './jobs.ts';
import { MailQueue } from './mail-queue.ts';

interface Parts extends Pick<Foundation<object>, 'logger' | 'registry'> {
  readonly settings: MailSettings & { readonly MAIL_RETRY_SECONDS: number };
  readonly work: Work;
}

/** The mail queue and the job that sends its mails. Without a way to send mail there is no job. */
export function composeMail({ settings, work, logger, registry }: Parts) {
  const mailer = chooseMailer(settings, logger);
  const queue = new MailQueue(work, mailer !== null);
  const job = mailer && sendMails({ queue, mailer, retrySeconds: settings.MAIL_RETRY_SECONDS, logger, registry });
  return {
    queue,
    jobs: job ? [job] : [],
    /** Tells the job that there may be a mail to send. */
    wake: () => job?.wake(),
    close: () => mailer?.close(),
  };
}

export type Mail = ReturnType<typeof composeMail>;
