import { expect, type Locator, type Page, test } from '@playwright/test';
import { todaysVideos } from '../support/videos.ts';

const youtubeTerms = 'https://www.youtube.com/t/terms';
const googlePrivacy = 'https://policies.google.com/privacy';

async function expectOutsideLink(place: Locator, name: string, address: string): Promise<void> {
  const link = place.getByRole('link', { name, exact: true });
  await expect(link).toBeVisible();
  await expect(link).toHaveAttribute('href', address);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
}

const reviews = (page: Page) => page.getByRole('region', { name: 'Daily Gaming Reviews' });
const credits = (page: Page) => page.getByRole('region', { name: 'Credits' });

test("the terms, the privacy policy and home name YouTube's policies, with links", async ({ page }) => {
  const main = page.getByRole('main');
  await page.goto('/terms');
  await expect(main).toContainText('By using the videos on this site, you agree to the YouTube Terms of Service.');
  await expectOutsideLink(main, 'YouTube Terms of Service', youtubeTerms);
  await page.goto('/privacy');
  await expect(main).toContainText('This site uses YouTube API Services');
  await expectOutsideLink(main, 'Google Privacy Policy', googlePrivacy);
  await page.goto('/');
  await expect(reviews(page).getByText('Videos from YouTube.')).toBeVisible();
  await expectOutsideLink(reviews(page), 'YouTube', 'https://www.youtube.com');
  await expect(reviews(page)).toContainText('By watching, you agree to the YouTube Terms of Service.');
  await expectOutsideLink(reviews(page), 'YouTube Terms of Service', youtubeTerms);
  await expectOutsideLink(reviews(page), 'Google Privacy Policy', googlePrivacy);
});

test('marks a sample video with a badge', async ({ page }) => {
  const [video, other] = await todaysVideos(page.request);
  const videos = [{ ...video, id: 'sample-UC1' }, other];
  await page.route('**/api/youtube/daily-reviews', (route) =>
    route.fulfill({ json: { success: true, videos, message: '' } }),
  );
  await page.goto('/');
  const cards = reviews(page).getByRole('article');
  await expect(cards).toHaveCount(2);
  await expect(cards.first().getByText('Sample', { exact: true })).toBeVisible();
  await expect(cards.last().getByText('Sample', { exact: true })).toHaveCount(0);
});

test('the footer links to credits, which name every source', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Credits' }).click();
  await expect(page).toHaveURL('/terms#credits');
  await expect(credits(page).getByRole('heading', { name: 'Credits' })).toBeInViewport();
  for (const [name, address] of [
    ['IGDB', 'https://www.igdb.com'],
    ['Giant Bomb', 'https://www.giantbomb.com'],
    ['Wikidata', 'https://www.wikidata.org'],
    ['MAME software lists', 'https://www.mamedev.org'],
    ['YouTube', 'https://www.youtube.com'],
  ] as const) {
    await expectOutsideLink(credits(page), name, address);
  }
  for (const source of ['Wikidata', 'MAME software lists']) {
    await expect(credits(page).getByRole('listitem').filter({ hasText: source })).toContainText('CC0');
  }
});

test('credits show the catalogue, the providers and the data of this server', async ({ page }) => {
  await page.route('**/api/games/catalogue', (route) =>
    route.fulfill({
      json: {
        success: true,
        catalogue: { version: '2026-11-28', games: 48_000 },
        providers: [
          { name: 'igdb', answers: true },
          { name: 'wikidata', answers: false },
        ],
      },
    }),
  );
  await page.goto('/terms#credits');
  await expect(credits(page)).toContainText('Offline catalog of November 28, 2026: 48,000 games.');
  await expect(credits(page)).toContainText('This site looks up games at IGDB, Wikidata (not answering).');
  await expect(credits(page).getByRole('heading', { name: 'Credits' })).toBeInViewport();

  await page.unrouteAll();
  const { catalogue } = await (await page.request.get('/api/games/catalogue')).json();
  await page.goto('/terms');
  const games = catalogue && new Intl.NumberFormat('en-US').format(catalogue.games);
  await expect(credits(page)).toContainText(catalogue ? `: ${games} games.` : 'This site has no offline catalog.');
});
