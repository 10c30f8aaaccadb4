import { expect, type Page } from '@playwright/test';
import { finishTogether, judged } from '../support/opinions.ts';
import { addByGuid, firstVisit, test } from '../support/shelf.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });

test('shows times, ratings and opinions of followed users', { tag: '@mobile' }, async ({ page, stock, isMobile }) => {
  const guid = isMobile ? judged.mobile : judged.desktop;
  await stock({});
  await addByGuid(page.request, guid, { status: 'playing', hours_played: 4 });
  const [first, second, third] = await finishTogether(page, guid);
  await page.goto(`/game/${guid}`);

  const times = region(page, 'Time to beat');
  await expect(times).toContainText('Main story about 12 h', firstVisit);
  await expect(times).toContainText('Players here');
  await expect(times).toContainText('5 people');
  await expect(times).toContainText('You have about 8 h of the story left.');

  const ratings = region(page, 'Ratings here');
  await expect(ratings).toContainText('7.0of 10, 5 ratings');
  await expect(ratings.getByRole('listitem').filter({ hasText: '8: 2 people' })).toHaveCount(1);

  const followed = region(page, 'People you follow');
  await expect(followed).toContainText('2 have it, 2 finished it');
  await expect(followed.getByRole('link')).toHaveCount(2);
  await expect(followed.getByRole('link')).toContainText([first?.username ?? '', second?.username ?? '']);
  await expect(followed.getByRole('link').first()).toContainText('Completed10.0 hRated10');
  await expect(followed).not.toContainText(third?.username ?? '');
  await followed.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: first?.username ?? '' })).toBeVisible();

  // Tonight uses the reported times as well.
  await page.goto('/tonight?minutes=480');
  await expect(page.getByText('Finishable tonight: about 8 h of the story left.')).toBeVisible();

  // Visitors see combined figures, without names.
  await page.context().clearCookies();
  await page.goto(`/game/${guid}`);
  await expect(ratings).toBeVisible();
  await expect(times).toContainText('Main story about 12 h');
  await expect(followed).toHaveCount(0);
  for (const { username } of [first, second, third].flatMap((one) => one ?? [])) {
    await expect(page.getByText(username)).toHaveCount(0);
  }
});
