import { send } from './browser.ts';

/** What somebody has of a page, as a browser keeps it. */
export interface Page {
  etag: string | undefined;
  /** Hours played of the only game on it. */
  hours: number;
}

/** Asks for a page, or whether it is still the same. @throws for any answer but 200 and 304 */
export async function askForPage(url: string, cookie: string, userId: string, page: Page): Promise<'changed' | 'same'> {
  const condition = page.etag && { 'if-none-match': page.etag };
  const { status, headers, text } = await send(`${url}/api/users/${userId}`, 'GET', { cookie, ...condition });
  if (status === 304) return 'same';
  if (status !== 200) throw new Error(`The page answered ${status}: ${text}`);
  page.etag = headers.etag;
  page.hours = Number(/"hours_played":(\d+)/.exec(text)?.[1]);
  return 'changed';
}
