import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { createAccount, test } from '../support/accounts.ts';
import { panelOf } from '../support/screen.ts';
import { addGame, games } from '../support/shelf.ts';

test('downloads an archive of all data', { tag: '@mobile' }, async ({ page, request }) => {
  const { username } = await createAccount(page.request);
  await addGame(page.request, 'pong', { rating: 9 });
  await page.goto('/profile');
  const panel = panelOf(page, 'Download my data');
  await panel.getByRole('button', { name: 'Download my data' }).click();
  const link = panel.getByRole('link', { name: /^Download my data/ });
  await expect(link).toBeVisible({ timeout: 20_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^nightshelf-[-\d]{10}\.zip$/);
  const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
  const json = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));
  expect(json('account.json').profile.username).toBe(username);
  expect(json('library.json')).toMatchObject([{ guid: games.pong.guid, rating: 9 }]);
  expect((await request.get((await link.getAttribute('href')) ?? '')).status()).toBe(401);
});
