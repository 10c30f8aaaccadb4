import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/**
 * Waits until fades and color transitions end, because they change the contrast. Inherited colors pass from element to
 * element: each transition starts when its parent's has ended.
 */
const untilStill = (page: Page) =>
  page.evaluate(async () => {
    for (;;) {
      const passing = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
      if (passing.length === 0) return;
      // A transition may also be canceled.
      await Promise.allSettled(passing.map(({ finished }) => finished));
      await new Promise(requestAnimationFrame);
    }
  });

/** Applies a theme to the page, whatever its user has chosen. */
export const wear = (page: Page, theme: 'dark' | 'light') =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);

/**
 * Returns axe's violations on a page, as rule and element; skips YouTube's player frame. Injects axe once per document:
 * Playwright's builder injects it for every run, which takes longer than the run.
 * @param part selector of the checked part; defaults to the whole page
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
    // Describing every passing element takes as long as the checks.
    [{ ...options, resultTypes: ['violations'] }, part] as [RunOptions, string],
  );
}

/** Expects no violation in either theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await wear(page, theme);
    expect(await violations(page)).toEqual([]);
  }
}
