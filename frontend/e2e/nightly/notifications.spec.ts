import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { createAccount, follow, type Gamer, signIn, test } from '../support/accounts.ts';
import { giveUp, streamAfter, withoutStream } from '../support/network.ts';
import { addGame, games } from '../support/shelf.ts';
import { requestsOf } from './support.ts';

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });

const unreadCount = async (page: Page) => (await (await page.request.get('/api/notifications')).json()).unread;
const savedSettings = async (page: Page) => (await page.request.get('/api/notifications/settings')).json();

/** Adds Breakout to a user's vault as playing, and waits until their page shows it. @returns the entry's id */
async function play(request: APIRequestContext, { id }: Gamer): Promise<string> {
  const entry = await addGame(request, 'breakout', { status: 'playing' });
  const shown = async () => (await (await request.get(`/api/users/${id}`)).json()).library?.length;
  await expect.poll(shown, { timeout: 30_000 }).toBe(1);
  return entry;
}

test('notifies of followers and finished games until they are read', { tag: '@mobile' }, async ({ page, request }) => {
  const friend = await createAccount(request);
  const gamer = await createAccount(page.request);
  // The bell's requests for its count.
  const questions = requestsOf(page, /^\/api\/notifications\?.*limit=1$/);
  await streamAfter(page, () => questions.length > 0);
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  // The bell requests its count at first, and again when the notification stream has started.
  await expect.poll(() => questions.length).toBe(2);
  const before = questions.length;

  await follow(page.request, friend.id);
  await follow(request, gamer.id);
  // The user does not interact with the open page.
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(page).toHaveTitle('Notifications, 1 unread · Nightshelf');
  await expect(page.getByText(`${friend.username} follows you`)).toBeVisible();
  // Only for that notification: following does not notify the follower, and the page does not poll.
  expect(questions.length - before).toBe(1);
  await play(page.request, gamer);
  const entry = await play(request, friend);
  await request.put(`/api/games/library/${entry}`, { data: { status: 'completed' } });
  await expect.poll(() => unreadCount(page), { timeout: 30_000 }).toBe(2);

  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await page.goto('/');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await bell(page).click();
  await expect(page).toHaveTitle('Notifications, 2 unread · Nightshelf');
  const lines = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') });
  await expect(lines).toHaveText([
    new RegExp(`^Unread: ${friend.username} finished Breakout, which you are playing`),
    new RegExp(`Unread: ${friend.username} follows you`),
  ]);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(page.getByText('Unread:')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);

  await lines.getByRole('link', { name: 'Breakout' }).click();
  await expect(page).toHaveURL(`/game/${games.breakout.guid}`);
  await page.goBack();
  await lines.last().getByRole('link', { name: friend.username }).click();
  await expect(page).toHaveURL(`/users/${friend.id}`);

  await page.goBack();
  const followers = page.getByRole('checkbox', { name: 'New followers' });
  await followers.uncheck();
  await expect.poll(() => savedSettings(page)).toMatchObject({ settings: { new_follower: { on: false } } });
  await page.reload();
  await expect(followers).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Friends finishing a game I’m playing' })).toBeChecked();
  const weekly = page.getByRole('checkbox', { name: 'Weekly email digest' });
  await expect(weekly).not.toBeChecked();
  await weekly.check();
  await expect.poll(() => savedSettings(page)).toMatchObject({ weekly_mail: true });
  await page.reload();
  await expect(weekly).toBeChecked();
  await expect(followers).not.toBeChecked();
});

test('reports failed loads and saves, and retries', async ({ page, gamer }) => {
  await signIn(page, gamer);
  // The stream would reload the list without a click.
  await withoutStream(page);
  await page.route('**/api/notifications?*', (call) => call.abort());
  await page.goto('/notifications');
  await giveUp(page);
  await expect(page.getByText('Couldn’t load your notifications.')).toBeVisible();
  await page.unroute('**/api/notifications?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible();

  await page.route('**/api/notifications/settings', (call) =>
    call.request().method() === 'PUT' ? call.fulfill({ status: 500, json: {} }) : call.continue(),
  );
  const releases = page.getByRole('checkbox', { name: 'Releases of games I want to play' });
  await releases.click();
  await expect(page.getByText('Couldn’t save your choice. Please try again.')).toBeVisible();
  await expect(releases).toBeChecked();
});

/** A browser that cannot reach its push service has no subscription, so this fakes one. */
const subscribed = () => {
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.nightshelf.dev/one', keys }),
    unsubscribe: async () => true,
  };
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription;
};

test.describe('in a browser that supports push messages', () => {
  test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

  test('lets the user turn notifications on, choose their kinds and turn them off', async ({ page }) => {
    await createAccount(page.request);
    await page.addInitScript(subscribed);
    const settings = { on: true, push: true };
    // This product has no push keys, so this fakes the response of one that does.
    await page.route('**/api/notifications/settings', (call) =>
      call.fulfill({
        json: {
          success: true,
          message: '',
          settings: { new_follower: settings, friend_finished: settings, wanted_game_out: settings },
          weekly_mail: false,
          push: { public_key: `B${'k'.repeat(86)}`, on_here: false, browsers: [] },
        },
      }),
    );
    const sent: string[] = [];
    await page.route('**/api/notifications/push', (call) => {
      sent.push(`${call.request().method()} ${call.request().postData() ?? ''}`);
      return call.fulfill({ json: { success: true, message: '' } });
    });
    await page.goto('/notifications');
    const also = page.getByRole('checkbox', { name: 'New followers, also while Nightshelf is closed' });
    await expect(page.getByRole('checkbox', { name: 'New followers' })).toBeVisible();
    await expect(also).toHaveCount(0);
    await page.getByRole('button', { name: 'Notify me in this browser' }).click();
    await expect(also).toBeChecked({ timeout: 40_000 });
    expect(sent).toEqual([expect.stringContaining('POST {"endpoint":"https://push.nightshelf.dev/one"')]);

    await page.getByRole('button', { name: 'Turn off in this browser' }).click();
    await expect(page.getByRole('button', { name: 'Notify me in this browser' })).toBeVisible();
    await expect.poll(() => sent[1]).toMatch(/^DELETE/);
  });
});
