import { expect, type Page } from '@playwright/test';
import { test } from './support/accounts.ts';
import { giveUp } from './support/network.ts';
import { todaysVideos } from './support/videos.ts';

const reviews = (page: Page) => page.getByRole('region', { name: 'Daily Gaming Reviews' });
const endpoint = '**/api/youtube/daily-reviews';

const firstLineOf = (text: string) => text.split('\n')[0] ?? '';
const dayOf = (instant: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(instant));

// Specification 2 Routes and guard: /: open, home
// Specification 2 Home: Title, tagline, three info cards
// Specification 2 Home: A Daily Gaming Reviews grid: thumbnail, title, description, channel, published date
// Specification 2 Home: A click opens a modal: embedded player, description, channel, 'Watch on YouTube'
test('title, tagline, info cards, videos, and a player in a modal', { tag: '@mobile' }, async ({ page }) => {
  const videos = await todaysVideos(page.request);
  await page.goto('/');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Your Game Library' })).toBeVisible();
  await expect(page.getByText('Discover, organize, and track your gaming journey.')).toBeVisible();
  for (const name of ['Recent Games', 'Statistics', 'Community']) {
    await expect(page.getByRole('main').getByRole('heading', { level: 2, name })).toBeVisible();
  }
  const cards = reviews(page).getByRole('article');
  await expect(cards).toHaveCount(videos.length);
  for (const [place, video] of videos.entries()) {
    const card = cards.nth(place);
    await expect(card.locator('img')).toHaveAttribute('src', video.thumbnail ?? '');
    await expect(card.getByRole('heading')).toContainText(video.title);
    await expect(card).toContainText(firstLineOf(video.description));
    await expect(card).toContainText(video.channel_title);
    await expect(card.locator('time')).toHaveText(dayOf(video.published_at));
  }

  const [video] = videos;
  if (!video) throw new Error('No video');
  await cards.first().click();
  const modal = page.getByRole('dialog', { name: video.title });
  await expect(modal.locator('iframe')).toHaveAttribute('src', video.embed_url);
  expect(video.embed_url).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\//);
  await expect(modal).toContainText(firstLineOf(video.description));
  await expect(modal).toContainText(video.channel_title);
  const link = modal.getByRole('link', { name: 'Watch on YouTube' });
  await expect(link).toHaveAttribute('href', video.url);
  await expect(link).toHaveAttribute('target', '_blank');
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await expect(cards.first().getByRole('button')).toBeFocused();
});

// Specification 2 Home: Error states show the server message ... or 'Failed to load daily reviews'
// Specification 8 Errors: Videos: server message ... or 'Failed to load videos'
// Specification 8 Errors: Videos: server message ... or 'Failed to load daily reviews'
test("videos: 'Failed to load videos', or 'Failed to load daily reviews' without a response", async ({ page }) => {
  // Simulates an error of a proxy between browser and product.
  await page.route(endpoint, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }));
  await page.goto('/');
  await giveUp(page);
  await expect(reviews(page).getByRole('alert')).toContainText('Failed to load videos');
  await page.unroute(endpoint);
  await page.route(endpoint, (route) => route.abort());
  await page.reload();
  await giveUp(page);
  await expect(reviews(page).getByRole('alert')).toContainText('Failed to load daily reviews');
});
