import { findProgram } from '@nightshelf/servers/process/tools.ts';
import { isolatedRedis } from '@nightshelf/testing';
import { Queue } from 'bullmq';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { startConsole } from '../src/start-console.ts';
import { password } from './browser.ts';

const executablePath = findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');

test.skipIf(!executablePath)('Bull Board works in a browser, and the guard accepts its calls', async () => {
  const redis = await isolatedRedis();
  const queue = new Queue('daily-reviews', { connection: { url: redis.url } });
  const operators = await startConsole({
    PORT: '0',
    REDIS_URL: redis.url,
    DATABASE_URLS: 'postgresql://nobody@127.0.0.1:1/library',
    CONSOLE_PASSWORD: password,
    LOG_LEVEL: 'silent',
  });
  const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${operators.url}/queues/queue/daily-reviews`);
    await page.getByLabel('Name').fill('operator');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/queues/queue/daily-reviews');
    await page.getByText('No workers').waitFor();
    await page.locator('[aria-haspopup="menu"]').last().click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    const confirm = page.getByRole('button', { name: 'Confirm' });
    await Promise.race([confirm.waitFor().then(() => confirm.click()), page.getByText('Paused').first().waitFor()]);
    await expect.poll(() => queue.isPaused(), { timeout: 30_000 }).toBe(true);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
    await operators.stop();
    await queue.close();
    await redis.release();
  }
});
