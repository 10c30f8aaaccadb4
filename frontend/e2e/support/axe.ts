import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/**
 * What axe finds wrong with a page, as rule and element. The player in a frame is YouTube's.
 *
 * Axe is put into each document once, and by itself: Playwright's builder for it does so for each look, which takes longer
 * than to look.
 * @param part selector of what is looked at; the whole page when absent
 */
export async function violations(page: Page, options: RunOptions = {}, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
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
