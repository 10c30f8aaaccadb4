import { expect } from '@playwright/test';

interface Mail {
  readonly subject: string;
  readonly text: string;
}

function mailAddress(): string {
  const address = process.env.MAIL_URL;
  if (address) return address;
  throw new Error('This test needs MAIL_URL. Run it as npm run test:browser -- <arguments of Playwright>.');
}

async function mailsTo(email: string): Promise<readonly Mail[]> {
  return (await fetch(`${mailAddress()}/?to=${encodeURIComponent(email)}`)).json();
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
