import { UAParser } from 'my-ua-parser';

/** Browser and system in words, such as 'Firefox on Windows', of a user agent as browsers send it. */
export function deviceName(userAgent: string | null): string {
  const { browser, os } = new UAParser(userAgent ?? '').getResult();
  const parts = [browser.name?.replace(/^Mobile /, ''), os.name].filter(Boolean);
  return parts.join(' on ') || 'Unknown device';
}
