import { expect, type Page } from '@playwright/test';
import { createAccount, signIn } from '../support/accounts.ts';
import { untilInstalled, waitingLine } from '../support/device.ts';
import { addGame, gameOn, rate, savedAs, test } from '../support/shelf.ts';
import { rateOffline, untilKept, untilSent } from './support.ts';

const ratingStored = async (page: Page) => (await savedAs(page, 'pong')).rating;

/** Upgrades the vault on the device like a page of the next release. @returns the stores after that */
const upgradeVault = (page: Page) =>
  page.evaluate(async () => {
    const { name = '' } = (await indexedDB.databases())[0] ?? {};
    const { promise: opened, resolve, reject } = Promise.withResolvers<IDBDatabase>();
    const opening = indexedDB.open(name, 99);
    opening.onupgradeneeded = () => {
      if (!opening.result.objectStoreNames.contains('later')) opening.result.createObjectStore('later');
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
    const database = await opened;
    const stores = [...database.objectStoreNames];
    database.close();
    return stores;
  });

test('keeps working after the next release upgraded the stored vault', async ({ page, context, openVault }) => {
  await openVault({ pong: { rating: 5 } }, '?view=list');
  await untilKept(page);
  const next = await context.newPage();
  await next.goto('/terms');
  expect(await upgradeVault(next)).toEqual(['entries', 'later', 'meta', 'queue']);
  await rate(page, 'Pong', '8');
  await expect.poll(() => ratingStored(page)).toBe(8);
  // Open it again, like a user who returns from the next release's page.
  await page.reload();
  await expect(gameOn(page, 'pong')).toContainText('8');
  await rate(page, 'Pong', '9');
  await expect.poll(() => ratingStored(page)).toBe(9);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await upgradeVault(next), 'and leave it to the next').toEqual(['entries', 'later', 'meta', 'queue']);
});

test('shows and sends changes left by the next release', async ({ page, request, context }) => {
  await context.clearCookies();
  await signIn(page, await createAccount(request));
  await addGame(page.request, 'pong', { rating: 5 });
  await page.goto('/library?view=list');
  await untilKept(page);
  await rateOffline(page, '8');
  await upgradeVault(page);
  await page.close();

  const next = await context.newPage();
  // The change must not arrive yet.
  await next.route(/\/api\/games\/library(\/|\?|$)/, (route) => route.abort());
  await context.setOffline(false);
  await next.goto('/library?view=list');
  await expect(gameOn(next, 'pong')).toContainText('8');
  await expect(waitingLine(next, 1)).toBeVisible();
  await next.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  const question = next.getByRole('dialog', { name: 'Not everything is sent yet' });
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await next.unrouteAll();
  await next.reload();
  await expect.poll(() => ratingStored(next)).toBe(8);
  await untilSent(next);
});

test.describe('installed', () => {
  test.use({ serviceWorkers: 'allow' });

  test('loads from the network beside an outdated worker', async ({ page, openVault }) => {
    await openVault({ pong: { rating: 5 } }, '?view=list');
    await untilInstalled(page);
    // This worker has its own start page and files, and none of the files that the new page needs.
    await page.evaluate(async () => {
      const own = (await caches.keys()).filter((name) => name.includes('precache'));
      for (const name of own) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) await cache.delete(request);
        await cache.put(
          '/index.html',
          new Response('<p>The release before</p>', { headers: { 'content-type': 'text/html' } }),
        );
      }
    });
    await page.reload();
    await expect(gameOn(page, 'pong')).toContainText('5');
    await rate(page, 'Pong', '8');
    await expect.poll(() => ratingStored(page)).toBe(8);
    await page.getByRole('link', { name: 'Profile' }).first().click();
    await expect(page.getByRole('heading', { name: 'Game Statistics' })).toBeVisible();
  });
});
