import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/**
 * Waits until nothing fades in or changes its colour: its contrast is another one until then. An inherited colour passes on from one
 * element to those within it, each of which begins when the one around it has ended.
 */
const untilStill = (page: Page) =>
  page.evaluate(async () => {
    for (;;) {
      const passing = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
      if (passing.length === 0) return;
      // One may be given up on the way, too.
      await Promise.allSettled(passing.map(({ finished }) => finished));
      await new Promise(requestAnimationFrame);
    }
  });

/** Has the page wear a theme, whatever its user has chosen. */
export const wear = (page: Page, theme: 'dark' | 'light') =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);

/**
 * What axe finds wrong with a page, as rule and element. The player in a frame is YouTube's.
 *
 * Axe is put into each document once, and by itself: Playwright's builder for it does so for each look, which takes longer
 * than to look.
 * @param part selector of what is looked at; the whole page when absent
 */
export async function violations(page: Page, options: RunOptions = {}, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await untilStill(page);
  return page.evaluate(
    async ([chosen, selector]) => {
      const { axe } = window as unknown as { readonly axe: typeof import('axe-core') };
      const { violations: found } = await axe.run({ include: [[selector]], exclude: [['iframe']] }, chosen);
      return found.flatMap(({ id, nodes }) =>
        nodes.map(({ target, html }) => `${id}: ${target} ${html.slice(0, 200)}`),
      );
    },
    // To describe every element in which nothing is wrong takes as long as to find out.
    [{ ...options, resultTypes: ['violations'] }, part] as [RunOptions, string],
  );
}
