import { expect, type Page } from '@playwright/test';
import { choicesOf } from '../support/entry-form.ts';
import { submitSignIn } from '../support/gamer.ts';
import { whenLive } from '../support/network.ts';
import { phone } from '../support/phone.ts';
import { cardOf, endpoints } from '../support/search.ts';
import { gameOn, games, platforms, savedAs, savedEntries, shelfOf, test } from '../support/shelf.ts';

const uncached = { guid: '3030-60008', name: 'Spiritfarer' };

/** Submits the open form. @returns every call that changed something until the game was added, with its body */
async function callsOfAdding(page: Page): Promise<object[]> {
  const made: object[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // Only writes count: adding a game triggers reads of its data.
    if (pathname.startsWith('/api/') && request.method() !== 'GET')
      made.push({ call: `${request.method()} ${pathname}`, body: request.postDataJSON() });
  });
  const form = page.getByRole('form', { name: /to your vault$/ });
  await form.getByLabel('Rating (1-10)').fill('8');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form).toHaveCount(0);
  return made;
}

/** One call with the game's id and the user's input, without data that the catalog has just sent. */
function oneCall(game_guid: string, platform_id: number | null = null) {
  const body = { game_guid, status: 'want_to_play', rating: 8, hours_played: null, platform_id, known_only: false };
  return [{ call: 'POST /api/games/library/add', body }];
}

test.beforeEach(({ stock }) => stock({}));

test('adds a game from its page with one call', async ({ page }) => {
  const notice = whenLive(page);
  await page.goto(`/game/${games.tempest.guid}`);
  await notice;
  await page.getByRole('button', { name: 'Add to Vault' }).click();
  expect(await callsOfAdding(page)).toEqual(oneCall(games.tempest.guid, platforms.arcade));
  await page.getByRole('link', { name: 'Vault' }).click();
  await expect(gameOn(page, 'tempest')).toContainText(games.tempest.name);
});

test('shows the whole add form on a phone', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/search?q=pac-man');
  const card = gameOn(page, 'pacMan');
  await card.hover();
  await card.getByRole('button', { name: /^Add/ }).click();
  const bar = (await page.getByRole('navigation', { name: 'Main' }).boundingBox()) ?? { y: 0 };
  const submit = page.getByRole('button', { name: 'Submit' });
  await expect.poll(async () => ((await submit.boundingBox())?.y ?? 0) + 44).toBeLessThanOrEqual(bar.y);
});

test('adds an external game while the provider is down', { tag: '@faults' }, async ({ page, databases, providers }) => {
  await databases.run('catalog', `delete from games where guid = '${uncached.guid}'`);
  await databases.run('library', `delete from games where guid = '${uncached.guid}'`);
  await databases.run('library', `delete from inbox_versions where subject = '${uncached.guid}'`);
  // Storing the results fails, so the client must use them directly.
  await page.route(endpoints.cache, (route) => route.fulfill({ status: 500, json: { success: false } }));
  const refused = page.waitForResponse(endpoints.cache);
  const notice = whenLive(page);
  await page.goto('/search?q=spiritfarer');
  const card = cardOf(page, uncached.name);
  await card.hover();
  await card.getByRole('button', { name: /^Add/ }).click();
  await refused;
  await notice;
  await providers.fail('giantbomb', { mode: 'down' });

  expect(await callsOfAdding(page)).toEqual(oneCall(uncached.guid));
  await expect(card.getByRole('button', { name: /^Added/ })).toBeDisabled();
  await page.getByRole('link', { name: 'Vault' }).click();
  await expect(shelfOf(page), 'as it was found').toContainText(uncached.name);

  await expect
    .poll(() => savedEntries(page))
    .toMatchObject([{ guid: uncached.guid, game: { name: uncached.name, id: expect.any(Number) } }]);
  await page.reload();
  await expect(shelfOf(page), 'as the catalog has it').toContainText(uncached.name);
});

test('searches for a shared title, and opens its add form after sign-in', async ({ page, gamer }) => {
  const form = page.getByRole('form', { name: 'Add Tempest to your vault' });
  const shared = { title: 'Save 20% on Tempest on Steam', url: 'https://store.steampowered.com/app/1/Tempest/' };
  await page.context().clearCookies();

  await page.goto(`/search?${new URLSearchParams(shared)}`);
  await expect(page).toHaveURL('/login');
  await submitSignIn(page, gamer.username);
  await expect(page).toHaveURL('/search?q=Tempest&shared=1');
  await expect(form).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toHaveCount(0);
  await page.reload();
  await expect(gameOn(page, 'tempest')).toBeVisible();
  await expect(form, 'who has seen it is not asked again').toHaveCount(0);

  await page.goto(`/search?${new URLSearchParams({ text: 'Xyzzyplugh' })}`);
  await expect(page.getByText('No games found for "Xyzzyplugh"')).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Game to search for' });
  await expect(box).toHaveValue('Xyzzyplugh');
  await box.fill('Tempest');
  await box.press('Enter');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByText('Tempest is in your vault.')).toBeVisible();

  await page.goto(`/search?${new URLSearchParams({ url: 'javascript:alert(1)' })}`);
  await expect(page.getByText('The shared text doesn’t name a game.')).toBeVisible();
});

test('adds a game with every field in three steps, or five by the form', async ({ page }) => {
  await page.goto(`/game/${games.tempest.guid}`);
  const panel = page.getByRole('region', { name: 'Your Vault' });
  await panel.getByRole('button', { name: 'Playing' }).click();
  await panel.getByRole('button', { name: '8 of 10' }).click();
  await panel.getByRole('button', { name: 'Log 2 h more of Tempest' }).click();
  const every = { status: 'playing', rating: 8, hours_played: 2, platform_id: platforms.arcade };
  await expect.poll(() => savedAs(page, 'tempest')).toMatchObject(every);
  await expect(panel.getByRole('button', { name: 'Playing', pressed: true })).toBeVisible();

  await panel.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => savedAs(page, 'tempest')).toBeUndefined();
  await panel.getByRole('button', { name: 'Add to Vault' }).click();
  const form = page.getByRole('form', { name: 'Add Tempest to your vault' });
  await choicesOf(form, 'Status').getByRole('radio', { name: 'Playing' }).click();
  await form.getByTitle('8 of 10').click();
  await form.getByRole('button', { name: '2 h more' }).click();
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect.poll(() => savedAs(page, 'tempest')).toMatchObject(every);

  await panel.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => savedAs(page, 'tempest')).toBeUndefined();
  await page.goto('/search?q=tempest');
  const found = gameOn(page, 'tempest');
  await found.hover();
  await found.getByRole('group', { name: 'Add Tempest to your vault as' }).getByTitle('Playing').click();
  await found.getByTitle('8 of 10').click();
  await found.getByRole('button', { name: 'Log 2 h more of Tempest' }).click();
  await expect.poll(() => savedAs(page, 'tempest')).toMatchObject(every);
});
