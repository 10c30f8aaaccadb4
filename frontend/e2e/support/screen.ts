import { expect, type Page } from '@playwright/test';

export interface Screen {
  readonly name: string;
  /** Whether the worker's gamer is signed in. */
  readonly signedIn?: boolean;
  /** Touch reaches it in another way than a mouse, or scripts place part of it: a phone must open it separately. */
  readonly differsByTouch?: boolean;
  /** Opens the screen, and waits until it shows its content. */
  readonly open: (page: Page) => Promise<void>;
}

type Open = Screen['open'];

export const screen = (name: string, open: Open, traits: Partial<Screen> = {}): Screen => ({ name, open, ...traits });

export const signedIn = (name: string, open: Open, traits: Partial<Screen> = {}): Screen =>
  screen(name, open, { signedIn: true, ...traits });

/** Waits for a heading. */
export const heading = (page: Page, name: string | RegExp, level?: number) =>
  expect(page.getByRole('heading', level ? { name, level } : { name }).first()).toBeVisible();

/** Returns a screen that opens by its address and is complete when its heading is visible. */
export const at = (name: string, path: string, title: string | RegExp, signedIn = false): Screen =>
  screen(
    name,
    async (page) => {
      await page.goto(path);
      await heading(page, title);
    },
    { signedIn },
  );

/** Returns the panel with this heading. */
export const panelOf = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name }) });

/** Returns the value beside a label of a description list. @param part selector of the part of the page */
export const factOf = (page: Page, label: string, part = 'main') =>
  page
    .locator(`${part} dl > div`)
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd');
