import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { violations, wear } from './axe.ts';

type Theme = 'dark' | 'light';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const everything: RunOptions = {
  runOnly: { type: 'tag', values: standards },
  rules: { 'heading-order': { enabled: true } },
};
/** The rules whose result depends on the theme. */
const colours: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** Returns the pixels of horizontal scrolling. */
export const overhang = (page: Page) =>
  page.evaluate(() => {
    window.scrollTo({ left: 1000, behavior: 'instant' });
    const { scrollX } = window;
    window.scrollTo({ left: 0, behavior: 'instant' });
    return scrollX;
  });

/**
 * Expects no violation and no horizontal scrolling.
 * @param device describes the viewport in failure messages
 * @param themes all rules are checked in the first, and those about colors in the others
 */
export async function expectUsable(page: Page, device: string, themes: readonly Theme[]): Promise<void> {
  for (const [place, theme] of themes.entries()) {
    await wear(page, theme);
    const found = await violations(page, place === 0 ? everything : colours);
    expect.soft(found, `${device}, ${theme}`).toEqual([]);
  }
  await expect
    .configure({ soft: true })
    .poll(() => overhang(page), `${device}, sideways scrolling`)
    .toBe(0);
}
