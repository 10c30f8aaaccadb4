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

/** Waits for the mail with the link to set a new password. @returns the link */
export async function resetLinkFor(email: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 30_000 }).toBeGreaterThan(0);
  const text = (await mailsTo(email)).at(-1)?.text ?? '';
  return /https?:\/\/\S+\/reset-password#token=\S+/.exec(text)?.[0] ?? 'no link in the mail';
}
