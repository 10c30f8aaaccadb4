import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Gamer } from './accounts.ts';
import { password } from './gamer.ts';

/** Opens another browser with a separate session of `gamer`. */
export async function signInElsewhere(browser: Browser, options: BrowserContextOptions, gamer: Gamer): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  const answer = await page.request.post('/api/auth/login', {
    data: { username_or_email: gamer.username, password },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return page;
}
