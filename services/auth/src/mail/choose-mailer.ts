import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { isSecureOrigin } from '@nightshelf/platform/sessions/cookie.ts';
import { loggingMailer, type Mailer, smtpMailer } from './mailer.ts';

export interface MailSettings {
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
  readonly PUBLIC_ORIGIN: string;
  readonly NODE_ENV?: string | undefined;
}

/** @returns the mailer, or null when there is none; a public product must never log links */
export function chooseMailer(settings: MailSettings, logger: Logger): Mailer | null {
  const { SMTP_URL: url, PUBLIC_ORIGIN: origin } = settings;
  if (url) return smtpMailer(url, settings.MAIL_FROM ?? `Nightshelf <nightshelf@${new URL(origin).hostname}>`);
  if (settings.NODE_ENV !== 'production' && !isSecureOrigin(origin)) return loggingMailer(logger);
  logger.warn('SMTP_URL is not set, so users cannot reset passwords or confirm addresses');
  return null;
}
