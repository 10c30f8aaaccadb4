import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { createAccount, test } from '../support/accounts.ts';
import { panelOf } from '../support/screen.ts';

test('downloads an archive of all data', { tag: '@mobile' }, async ({ page, request }) => {
  const { username } = await createAccount(page.request);
  const game_guid = '3030-10016';
  const added = await page.request.post('/api/games/library/add', {
    data: { game_guid, known_only: false, rating: 9 },
  });
  expect(added.status()).toBe(201);

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
  const shown = await (await page.request.get('/api/games/library')).json();
  expect(json('library.json').map(({ guid, rating }: { guid: string; rating: number }) => [guid, rating])).toEqual([
    [game_guid, 9],
  ]);
  expect(shown.library).toHaveLength(1);

  expect((await request.get((await link.getAttribute('href')) ?? '')).status()).toBe(401);
});
