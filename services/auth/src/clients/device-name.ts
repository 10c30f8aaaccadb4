import { UAParser } from 'my-ua-parser';

/** Returns a name such as 'Firefox on Windows' for a User-Agent header. */
export function deviceName(userAgent: string | null): string {
  const { browser, os } = new UAParser(userAgent ?? '').getResult();
  const parts = [browser.name?.replace(/^Mobile /, ''), os.name].filter(Boolean);
  return parts.join(' on ') || 'Unknown device';
}
