import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import { test as base } from './faults.ts';
import { password, someName } from './gamer.ts';

export interface Gamer {
  readonly id: number | string;
  readonly username: string;
  readonly email: string;
  readonly cookies: Parameters<ReturnType<Page['context']>['addCookies']>[0];
}

const nameless = { first_name: null, last_name: null };

/** Creates an account through the API; `request` then has the cookies of its first session. */
export async function createAccount(
  request: APIRequestContext,
  username = someName('gamer'),
  names: { readonly first_name: string | null; readonly last_name: string | null } = nameless,
): Promise<Gamer> {
  const email = `${username}@example.org`;
  const answer = await request.post('/api/auth/register', {
    data: {
      username,
      email,
      password,
      confirm_password: password,
      ...names,
      form_timestamp: Date.now() - 60_000,
      honeypot_field: 'company_1234',
      company_1234: '',
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { user } = await answer.json();
  const { cookies } = await request.storageState();
  return { id: user.id, username, email, cookies };
}

/** Signs `gamer` in in the browser of `page`, without the sign-in form. */
export const signIn = (page: Page, { cookies }: Gamer) => page.context().addCookies([...cookies]);

/** Removes every game from the signed-in user's vault. */
export async function emptyVault(page: Page): Promise<void> {
  const { library } = await (await page.request.get('/api/games/library')).json();
  for (const { id } of library) expect((await page.request.delete(`/api/games/library/${id}`)).ok()).toBe(true);
}

interface Fixtures {
  /** Opens a page in a separate browser, with a session of its own if a gamer is given. */
  readonly otherBrowser: (gamer?: Pick<Gamer, 'username'>) => Promise<Page>;
}

/** Extends Playwright's test with faults and one gamer per worker, because hashing passwords is slow. */
export const test = base.extend<Fixtures, { readonly gamer: Gamer }>({
  otherBrowser: async ({ browser, contextOptions }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (gamer) => {
      const context = await browser.newContext(contextOptions);
      contexts.push(context);
      const page = await context.newPage();
      if (!gamer) return page;
      const data = { username_or_email: gamer.username, password };
      const answer = await page.request.post('/api/auth/login', { data });
      expect(answer.status(), await answer.text()).toBe(200);
      return page;
    });
    // An open page would keep its stream, and take time from the next tests.
    for (const context of contexts) await context.close();
  },
  gamer: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL });
      await use(await createAccount(request));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
});

/**
 * Waits until the directory, which learns of users by events, lists this one; before that, their page does not exist.
 */
export const untilListed = (request: APIRequestContext, { id }: Pick<Gamer, 'id'>): Promise<void> =>
  expect.poll(async () => (await request.get(`/api/users/${id}`)).status()).toBe(200);

/** Follows a user as soon as the directory lists them: new users reach it by an event. */
export async function follow(request: APIRequestContext, id: Gamer['id']): Promise<void> {
  await expect.poll(async () => (await request.post(`/api/users/${id}/follow`)).status()).toBe(200);
}

/** Starts linking the demo provider, with the password because a new account's address is not confirmed. */
export async function beginLink(page: Page, timeout?: { readonly timeout: number }): Promise<void> {
  await page.getByRole('button', { name: 'Link Demo ID' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link Demo ID' });
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Link Demo ID' }).click();
  // Wait for the provider's page, which has its own Cancel button.
  await expect(dialog).toHaveCount(0, timeout);
}
