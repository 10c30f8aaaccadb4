import { expect, type Page } from '@playwright/test';
import { follow, test } from './support/accounts.ts';
import { handsOn } from './support/hands.ts';
import { games, test as ownTest, platforms } from './support/shelf.ts';
import { giveUp } from './support/waiting.ts';

const reviews = (page: Page) => page.getByRole('region', { name: 'Daily Gaming Reviews' });
const endpoint = '**/api/youtube/daily-reviews';

interface Video {
  readonly title: string;
  readonly description: string;
  readonly thumbnail: string;
  readonly channel_title: string;
  readonly published_at: string;
  readonly embed_url: string;
  readonly url: string;
}

/** Returns today's videos from the API, waiting for the first refresh of a product that has just started. */
async function videosOfToday(page: Page): Promise<readonly Video[]> {
  let videos: readonly Video[] = [];
  await expect(async () => {
    ({ videos } = await (await page.request.get('/api/youtube/daily-reviews')).json());
    expect(videos).not.toEqual([]);
  }).toPass();
  return videos;
}

const firstLineOf = (text: string) => text.split('\n')[0] ?? '';
const dayOf = (instant: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(instant));

// Specification 2 Home: Title, tagline, three info cards
test('title, tagline and three info cards', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Your Game Library' })).toBeVisible();
  await expect(page.getByText('Discover, organize, and track your gaming journey.')).toBeVisible();
  for (const name of ['Recent Games', 'Statistics', 'Community']) {
    await expect(page.getByRole('main').getByRole('heading', { level: 2, name })).toBeVisible();
  }
});

ownTest('continues games being played, and starts wanted ones', async ({ page, stock }) => {
  await stock({
    pong: { status: 'playing', hours_played: 1, platform_id: platforms.arcade },
    frogger: { status: 'want_to_play' },
    galaga: { status: 'completed', rating: 9 },
  });
  await page.goto('/');
  const main = page.getByRole('main');
  const next = page.getByRole('region', { name: 'Continue playing' });
  for (const name of ['Recent Games', 'Statistics', 'Community']) {
    await expect(main.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  const hands = handsOn(page);
  await hands.click(next.getByRole('button', { name: 'Log 2 h more of Pong' }));
  hands.expectSteps(1);
  await expect(next).toContainText('3 h');
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('Hours played');
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('3.0');
  await expect(page.getByRole('region', { name: 'Recent Games' }).getByRole('link', { name: 'Galaga' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Wanted' }).getByRole('link', { name: 'Frogger' })).toBeVisible();

  await next.getByRole('button', { name: 'Status of Pong: Playing' }).click();
  await page.getByRole('menuitemradio', { name: 'Completed' }).click();
  const up = page.getByRole('region', { name: 'Up next' });
  await up.getByRole('button', { name: 'Start playing Frogger' }).click();
  await expect(next.getByRole('link', { name: 'Frogger' })).toBeVisible();
  await next.getByRole('link', { name: 'Frogger' }).click();
  await expect(page).toHaveURL(`/game/${games.frogger.guid}`);
});

ownTest('shows activity of followed users, with links', { tag: '@mobile' }, async ({ page, stock, friend }) => {
  await stock({});
  await page.request.post(`/api/users/${friend.id}/unfollow`);
  await page.goto('/');
  const activity = page.getByRole('region', { name: 'People you follow' });
  await expect(activity.getByRole('link', { name: 'Find players to follow' })).toBeVisible();
  await follow(page.request, friend.id);
  await page.reload();
  const latest = activity.getByRole('listitem').first();
  await expect(latest).toContainText(new RegExp(`${friend.username}.*added.*Galaga.*rated 7 of 10`));
  await latest.getByRole('link', { name: 'Galaga' }).click();
  await expect(page).toHaveURL(`/game/${games.galaga.guid}`);
  await page.goBack();
  await latest.getByRole('link', { name: friend.username }).click();
  await expect(page.getByRole('heading', { level: 1, name: friend.username })).toBeVisible();
  await page.request.post(`/api/users/${friend.id}/unfollow`);
});

// Specification 2 Home: A Daily Gaming Reviews grid: thumbnail, title, description, channel, published date
test('a grid of videos: thumbnail, title, description, channel, date', async ({ page }) => {
  const videos = await videosOfToday(page);
  await page.goto('/');
  const cards = reviews(page).getByRole('article');
  await expect(cards).toHaveCount(videos.length);
  for (const [place, video] of videos.entries()) {
    const card = cards.nth(place);
    await expect(card.locator('img')).toHaveAttribute('src', video.thumbnail);
    await expect(card.getByRole('heading')).toContainText(video.title);
    await expect(card).toContainText(firstLineOf(video.description));
    await expect(card).toContainText(video.channel_title);
    await expect(card.locator('time')).toHaveText(dayOf(video.published_at));
  }
});

// Specification 2 Home: A click opens a modal: embedded player, description, channel, 'Watch on YouTube'
test('a video opens in a modal with player and YouTube link', async ({ page }) => {
  const [video] = await videosOfToday(page);
  if (!video) throw new Error('No video');
  await page.goto('/');
  await reviews(page).getByRole('article').first().click();
  const modal = page.getByRole('dialog', { name: video.title });
  await expect(modal.locator('iframe')).toHaveAttribute('src', video.embed_url);
  await expect(modal).toContainText(firstLineOf(video.description));
  await expect(modal).toContainText(video.channel_title);
  const link = modal.getByRole('link', { name: 'Watch on YouTube' });
  await expect(link).toHaveAttribute('href', video.url);
  await expect(link).toHaveAttribute('target', '_blank');
});

test('Back closes the modal before leaving the page', async ({ page }) => {
  const [video] = await videosOfToday(page);
  if (!video) throw new Error('No video');
  await page.goto('/terms');
  await page.goto('/');
  const modal = page.getByRole('dialog', { name: video.title });
  await reviews(page).getByRole('article').first().click();
  await expect(modal).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(modal).toBeHidden();
  await expect(page).toHaveURL('/');
  await reviews(page).getByRole('article').first().click();
  await expect(modal).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  // Closing it another way leaves no history entry behind.
  await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? [])).toEqual([]);
  // The same applies after Forward has opened it.
  await reviews(page).getByRole('article').first().click();
  await expect(modal).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(modal).toBeHidden();
  await page.evaluate(async () => {
    const isBack = new Promise<void>((resolve) => {
      addEventListener('popstate', () => Array.isArray(history.state?.dialogs) || resolve());
    });
    history.forward();
    await isBack;
  });
  await page.goBack();
  await expect(page).toHaveURL('/terms');
});

// Specification 2 Home: Empty state: 'No gaming reviews available today' / 'Check back tomorrow for fresh content!'
test("empty state: 'No gaming reviews available today'", {
  tag: '@faults',
}, async ({ page, databases, processes }) => {
  await videosOfToday(page);
  await databases.run('media', 'delete from daily_reviews');
  try {
    await page.goto('/');
    await expect(reviews(page).getByRole('heading', { name: 'No gaming reviews available today' })).toBeVisible();
    await expect(reviews(page).getByText('Check back tomorrow for fresh content!')).toBeVisible();
  } finally {
    // At its start the service fetches missing videos.
    await processes.stop('media');
    await processes.start('media');
    await videosOfToday(page);
  }
});

// Specification 2 Home: Error states show the server message
// Specification 8 Errors: Videos: server message
test('videos: an error shows the server message', { tag: '@faults' }, async ({ page, processes }) => {
  await processes.stop('media');
  await page.goto('/');
  await giveUp(page);
  await expect(reviews(page).getByRole('alert')).toContainText(
    'This part of Nightshelf is restarting. Please try again.',
  );
});

// Specification 8 Errors: Videos: server message ... or 'Failed to load videos'
test("videos: 'Failed to load videos' without a server message", async ({ page }) => {
  // Simulates an error of a proxy between browser and product.
  await page.route(endpoint, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }));
  await page.goto('/');
  await giveUp(page);
  await expect(reviews(page).getByRole('alert')).toContainText('Failed to load videos');
});

// Specification 2 Home: Error states show the server message ... or 'Failed to load daily reviews'
// Specification 8 Errors: Videos: server message ... or 'Failed to load daily reviews'
test("videos: 'Failed to load daily reviews' without a response", async ({ page }) => {
  await page.route(endpoint, (route) => route.abort());
  await page.goto('/');
  await giveUp(page);
  await expect(reviews(page).getByRole('alert')).toContainText('Failed to load daily reviews');
});
