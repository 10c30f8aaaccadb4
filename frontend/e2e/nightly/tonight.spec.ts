import { expect, type Page } from '@playwright/test';
import { untilInstalled } from '../support/device.ts';
import { addGame, firstVisit, games, type Title, test } from '../support/shelf.ts';
import { dayFromNow } from './support.ts';

const suggestions = (page: Page) => page.getByRole('region', { name: 'Suggestions' });
const card = (page: Page, title: Title) => suggestions(page).locator(`li[data-guid="${games[title].guid}"]`);

/** Returns SQL that sets the games' story hours, like the provider does. */
const storiesTake = (hours: Partial<Record<Title, number>>) =>
  `insert into game_times (guid, times, fetched_at) values ${Object.entries(hours)
    .map(([title, story]) => {
      const times = { hastily: story * 3600, normally: null, completely: null, count: 9 };
      return `('${games[title as Title].guid}', '${JSON.stringify(times)}', now())`;
    })
    .join()} on conflict (guid) do update set times = excluded.times, fetched_at = now()`;

test('suggests games that fit tonight, with finish dates', { tag: '@mobile' }, async ({ page, stock, databases }) => {
  await stock({
    frogger: {},
    galaga: {},
    breakout: { status: 'playing', hours_played: 2 },
    pong: { status: 'playing', hours_played: 4 },
  });
  await databases.run('catalog', storiesTake({ pong: 5, breakout: 20, frogger: 3 }));
  const tempest = await addGame(page.request, 'tempest', { status: 'completed' });
  for (const ago of [-1, -2]) {
    const data = { day: dayFromNow(ago), minutes: 90 };
    expect((await page.request.post(`/api/games/library/${tempest}/sessions`, { data })).status()).toBe(201);
  }
  await page.goto('/');
  await page.getByRole('link', { name: 'What tonight?' }).click(firstVisit);
  await expect(page).toHaveTitle('Tonight · Nightshelf');
  await expect(suggestions(page).getByRole('listitem')).toHaveCount(3, firstVisit);
  await expect(card(page, 'pong')).toContainText('Finishable tonight: about 1 h of the story left.');
  // 18 hours in evenings of 90 minutes, two of them in a week.
  const by = await page.evaluate(
    (day) => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(`${day}T12:00:00`)),
    dayFromNow(42),
  );
  await expect(card(page, 'breakout')).toContainText(`About 12 evenings left at your pace: by ${by}.`);
  await expect(card(page, 'breakout')).toContainText('2.0 h of about 20 h played');
  await expect(card(page, 'frogger')).toContainText('About 2 evenings at your pace');
  await expect(page.getByText(/You play about 3 h a week and 1½ h an evening/)).toBeVisible();

  await card(page, 'frogger').getByRole('button', { name: 'Start playing' }).click();
  await expect(card(page, 'frogger')).toContainText('Playing');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 'frogger').getByRole('button', { name: 'Start playing' })).toBeVisible();

  await page.getByRole('link', { name: 'Show three more' }).click();
  await expect(card(page, 'galaga')).toContainText('Its length is unknown.');
  await expect(page.getByText('4 to 4 of 4 games')).toBeVisible();
  await page.goBack();
  await expect(card(page, 'pong')).toBeVisible();

  // Three hours allow more games; the address and the choice follow.
  await page.getByRole('radio', { name: '3 h' }).click();
  const another = page.getByRole('link', { name: 'Show three more' });
  await expect(another).toHaveAttribute('href', /minutes=180/);
  await another.click();
  await expect(card(page, 'frogger')).toContainText('Finishable tonight: the story takes about 3 h.');
  await page.getByRole('spinbutton', { name: 'Minutes' }).fill('45');
  await expect(page).toHaveURL(/minutes=45/);
  await expect(card(page, 'pong')).toContainText('About 1 evening left at your pace');
  await page.getByRole('spinbutton', { name: 'Minutes' }).fill('0');
  await expect(page.getByText('Enter 5 to 1440 minutes')).toBeVisible();
});

test('reports unknown lengths; filters by platform', async ({ page, stock }) => {
  await stock({ pacMan: { platform_id: 21 }, tempest: { platform_id: 84 } });
  await page.goto('/tonight');
  await expect(page.getByText('Game lengths are unknown, so the games you’ve wanted longest come first.')).toBeVisible(
    firstVisit,
  );
  await expect(suggestions(page).getByRole('heading', { level: 2 })).toHaveText(['Pac-Man', 'Tempest']);
  await page.getByLabel('Platform').selectOption('Arcade');
  await expect(suggestions(page).getByRole('heading', { level: 2 })).toHaveText(['Tempest']);
  await page.goto('/tonight?platform=94');
  await page.getByRole('link', { name: 'Any platform' }).click();
  await expect(suggestions(page).getByRole('listitem')).toHaveCount(2);
  await stock({});
  await page.goto('/tonight');
  await expect(page.getByText('Nothing to play yet')).toBeVisible();
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('works offline from stored data', async ({ page, stock, databases, context }) => {
    await stock({ pong: { status: 'playing', hours_played: 4 } });
    await databases.run('catalog', storiesTake({ pong: 5 }));
    await page.goto('/tonight');
    const reason = 'Finishable tonight: about 1 h of the story left.';
    await expect(card(page, 'pong')).toContainText(reason, firstVisit);
    await untilInstalled(page);
    // The browser stores it a moment after it shows it.
    await expect(card(page, 'pong')).toContainText(reason);
    const kept = () => page.evaluate(async () => (await (await caches.open('nightshelf-tonight')).keys()).length);
    await expect.poll(kept).toBe(1);
    await context.setOffline(true);
    await page.reload();
    await expect(card(page, 'pong')).toContainText(reason);
    await context.setOffline(false);
  });
});
