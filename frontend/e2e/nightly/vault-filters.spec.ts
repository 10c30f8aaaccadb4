import { expect, type Page } from '@playwright/test';
import { createAccount, signIn } from '../support/accounts.ts';
import { violations } from '../support/axe.ts';
import { addGame, platforms, shelfOf, shownTitles, test } from '../support/shelf.ts';
import { overhang } from '../support/usable.ts';
import { signOut } from './support.ts';

const shelf = {
  pong: { status: 'playing', rating: 3, platform_id: platforms.arcade },
  breakout: { status: 'want_to_play', rating: 9, platform_id: platforms.atari2600 },
  pacMan: { status: 'completed', platform_id: platforms.nes },
  frogger: { status: 'playing', rating: 10, platform_id: platforms.atari2600, is_shared: true },
  tempest: { status: 'playing', platform_id: platforms.nes },
} as const;

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Filters' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filter your vault' });
const chip = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });

test('filters by platform and status, remembers and clears them', async ({ page, openVault }) => {
  await openVault(shelf);
  await chip(page, 'Playing 3 games').click();
  await chip(page, 'Atari 2600 1 game').click();
  await expect(shownTitles(page)).toHaveText(['Frogger']);
  await expect(page.getByRole('status').filter({ hasText: 'games' })).toHaveText('1 of 5 games');
  await expect(page).toHaveURL('/library?status=playing&platform=atari-2600');
  // An unselected choice counts the games that it would show.
  await expect(chip(page, 'Want to Play 1 game')).toHaveAttribute('aria-pressed', 'false');
  await expect(chip(page, 'Nintendo Entertainment System 1 game')).toBeVisible();

  // The link to the vault restores the filter.
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Vault', exact: true }).click();
  await expect(shownTitles(page)).toHaveText(['Frogger']);
  await expect(page).toHaveURL('/library?status=playing&platform=atari-2600');
  // So does a new tab; the filter of a shared link wins and is not remembered.
  await page.goto('/library?-status=playing&sort=rating');
  await expect(shownTitles(page)).toHaveText(['Breakout', 'Pac-Man']);
  await page.goto('/library');
  await expect(shownTitles(page)).toHaveText(['Frogger']);

  await chip(page, 'Clear all').click();
  await expect(shelfOf(page)).toHaveCount(5);
  await expect(page).toHaveURL('/library');
  await expect(bar(page).getByRole('button', { name: 'Filters' })).toBeFocused();
  await page.reload();
  await expect(shelfOf(page)).toHaveCount(5);
});

test('forgets filters at sign-out', async ({ page, request }) => {
  const gamer = await createAccount(request);
  await addGame(request, 'pong', { status: 'playing' });
  await signIn(page, gamer);
  await page.goto('/library');
  await chip(page, 'Playing 1 game').click();
  await expect(page).toHaveURL('/library?status=playing');
  const kept = () => page.evaluate(() => localStorage.getItem('nightshelf-vault-view'));
  await expect.poll(kept).toContain('status=playing');
  await signOut(page);
  await expect.poll(kept).toBeNull();
});

test('ignores invalid filters in the address', async ({ page, openVault }) => {
  await openVault({ pong: {} }, '?status=done&platform=%00,%2C,,&year=-1&hours=x&-rating=11&tag=&shared=maybe');
  await expect(shownTitles(page)).toHaveText(['Pong']);
  await expect(bar(page).getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
});

test('filter sheet: several values, hidden ones, by keyboard', { tag: '@mobile' }, async ({ page, openVault }) => {
  await openVault(shelf);
  expect(await overhang(page)).toBe(0);
  await bar(page).getByRole('button', { name: 'Filters' }).focus();
  await page.keyboard.press('Enter');
  await expect(sheet(page)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await sheet(page).getByRole('button', { name: '9 to 10 2 games' }).click();
  await sheet(page).getByRole('button', { name: 'Unrated 2 games' }).click();
  await expect(sheet(page).getByRole('button', { name: 'Show 4 games' })).toBeVisible();
  await sheet(page).getByRole('radio', { name: 'Hide' }).check();
  await sheet(page).getByRole('button', { name: 'Playing 2 games' }).click();
  await expect(sheet(page).getByRole('button', { name: 'Not Playing 2 games', pressed: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar(page).getByRole('button', { name: 'Filters 3 in use' })).toBeFocused();
  await expect(shownTitles(page)).toHaveText(['Breakout', 'Pac-Man']);
  await expect(page).toHaveURL('/library?-status=playing&rating=9-10,none');

  // The row is a single Tab stop with arrow keys. Active filters outside the defaults come first.
  await page.keyboard.press('ArrowRight');
  await expect(bar(page).getByRole('button', { name: /^9 to 10/ })).toBeFocused();
  // Focus follows in a task of its own.
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight', { delay: 100 });
  await expect(chip(page, 'Not Playing 2 games')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(shelfOf(page)).toHaveCount(4);
  await expect(page.locator('main [role=toolbar] button[tabindex="0"]')).toHaveCount(1);
  // On a phone it is a single row, however many filters there are.
  const { height } = (await bar(page).boundingBox()) ?? { height: 0 };
  if ((page.viewportSize()?.width ?? 0) < 640) expect(height).toBeLessThan(60);
});

test('names the filters that hide all games', async ({ page, openVault }) => {
  await openVault(shelf, '?status=completed&platform=arcade');
  await expect(page.getByRole('heading', { name: 'No games found' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear Status (1 game)' }).click();
  await expect(shownTitles(page)).toHaveText(['Pong']);
  await page.getByRole('searchbox', { name: 'Search your vault' }).fill('frog');
  await expect(page.getByRole('button', { name: 'Clear Platform (1 game)' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search "frog" (1 game)' }).click();
  await expect(shownTitles(page)).toHaveText(['Pong']);
});

test('scrolls to the top when the view changes', async ({ page, openVault }) => {
  await page.setViewportSize({ width: 360, height: 300 });
  await openVault(shelf);
  await page.evaluate(() => window.scrollTo(0, 400));
  await page.waitForFunction(() => window.scrollY > 300);
  await page.goto('/library?view=list');
  await expect(shelfOf(page).first()).toBeVisible();
  // A restored scroll position would apply once the page is high enough.
  await page.waitForFunction(() => document.documentElement.scrollHeight > 800);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('tags: edited, suggested, filtered', async ({ page, openVault }) => {
  await openVault({ pong: {}, frogger: {} }, '?view=list');
  const edit = (name: string) => page.getByRole('button', { name: `Edit ${name}` });
  const form = page.getByRole('dialog', { name: 'Edit game' });
  const field = form.getByLabel('Tags', { exact: true });
  const written = form.getByRole('list', { name: 'Tags of this game' }).getByRole('listitem');
  await edit('Pong').click();
  await field.fill('Couch');
  await page.keyboard.press('Enter');
  await field.pressSequentially('short,oops,');
  await expect(written).toHaveText(['Couch', 'short', 'oops']);
  await page.keyboard.press('Backspace');
  await field.pressSequentially('COUCH,');
  await expect(written).toHaveText(['Couch', 'short']);
  // Text that is still being typed counts too.
  await field.pressSequentially('1972');
  expect(await violations(page, {}, '[role=dialog]')).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(chip(page, 'Couch 1 game')).toBeVisible();

  await edit('Frogger').click();
  await expect(form.locator('datalist option')).toHaveCount(3);
  await field.fill('couch');
  await form.getByRole('button', { name: 'Save' }).click();
  await chip(page, 'Couch 2 games').click();
  await expect(shownTitles(page)).toHaveText(['Frogger', 'Pong']);
  await chip(page, 'short 1 game').click();
  await expect(page).toHaveURL('/library?tag=couch,short&view=list');
  await page.reload();
  await edit('Pong').click();
  await expect(written).toHaveText(['Couch', 'short', '1972']);
  await form.getByRole('button', { name: 'Remove tag short' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(chip(page, '1972 1 game')).toBeVisible();
  await expect(chip(page, 'short 1 game')).toHaveCount(0);
});

test('views: saved, default, renamed, deleted, restored', async ({ page, openVault }) => {
  await openVault(shelf, '?status=playing&sort=rating');
  const dialog = page.getByRole('dialog', { name: 'Saved views' });
  const lines = dialog.getByRole('list', { name: 'Saved views' }).getByRole('listitem');
  const open = () => page.getByRole('button', { name: 'Views', exact: true }).click();
  await open();
  await expect(dialog.getByText('You have not saved a view yet.')).toBeVisible();
  await dialog.getByLabel('Name of this view').fill('Tonight');
  await page.keyboard.press('Enter');
  await expect(lines).toHaveText(['Tonight']);
  await dialog.getByLabel('Name of this view').fill('TONIGHT');
  await dialog.getByRole('button', { name: 'Save this view' }).click();
  await expect(dialog.getByText('You have a view with this name. Choose another.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Make Tonight the default' }).click();
  await expect(dialog.getByRole('button', { name: 'Make Tonight the default', pressed: true })).toBeVisible();
  expect(await violations(page, {}, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Escape');

  // The link opens the default view, whatever the last view was.
  await chip(page, 'Clear all').click();
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('link', { name: 'Vault', exact: true }).click();
  await expect(shownTitles(page)).toHaveText(['Frogger', 'Pong', 'Tempest']);
  await expect(page).toHaveURL('/library?status=playing&sort=rating');

  await open();
  await dialog.getByRole('button', { name: 'Rename Tonight' }).click();
  await expect(dialog.getByLabel('New name of Tonight')).toBeFocused();
  await page.keyboard.type(' again');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: /^Show Tonight/ })).toBeVisible();
  await dialog.getByRole('button', { name: /^Delete / }).click();
  await expect(lines).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(lines).toHaveCount(1);
  await dialog.getByRole('button', { name: /^Show / }).click();
  await expect(dialog).toHaveCount(0);
  // The worker's gamer is shared, so the next test must open the vault as on a first visit.
  const { views } = await (await page.request.get('/api/games/library/views')).json();
  for (const { id } of views) expect((await page.request.delete(`/api/games/library/views/${id}`)).ok()).toBe(true);
});
