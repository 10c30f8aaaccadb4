import { expect } from '@playwright/test';
import { addressIn } from './faults.ts';

interface Mail {
  readonly subject: string;
  readonly text: string;
}

async function mailsTo(email: string): Promise<readonly Mail[]> {
  return (await fetch(`${addressIn('MAIL_URL')}/?to=${encodeURIComponent(email)}`)).json();
}

/** The client's pages that mails link to. */
type LinkedPage = 'reset-password' | 'verify-email' | 'undo-email-change';

/** Waits for a mail with a link to that page. @returns the latest link */
export async function linkFor(email: string, page: LinkedPage): Promise<string> {
  const pattern = new RegExp(`https?://\\S+/${page}#token=\\S+`);
  const find = async () => (await mailsTo(email)).flatMap(({ text }) => pattern.exec(text)?.[0] ?? []).at(-1) ?? '';
  await expect.poll(find, { timeout: 30_000 }).not.toBe('');
  return find();
}

/** Waits for the mail with the link to set a new password. @returns the link */
export const resetLinkFor = (email: string): Promise<string> => linkFor(email, 'reset-password');
