import { expect, type Page } from '@playwright/test';

/** A screen in one of its states. */
export interface Screen {
  readonly name: string;
  /** Whether the worker's gamer is signed in. */
  readonly signedIn?: boolean;
  /** Fingers reach it in another way than a mouse, or scripts place part of it: a phone has to open it by itself. */
  readonly differsByTouch?: boolean;
  /** Brings the page there, and waits until it shows what it is about. */
  readonly open: (page: Page) => Promise<void>;
}

/** Waits until a heading is there. */
export const heading = (page: Page, name: string | RegExp, level?: number) =>
  expect(page.getByRole('heading', level ? { name, level } : { name }).first()).toBeVisible();

/** A screen that is reached by its address, and is there with a heading. */
export const at = (name: string, path: string, title: string | RegExp, signedIn = false): Screen => ({
  name,
  signedIn,
  open: async (page) => {
    await page.goto(path);
    await heading(page, title);
  },
});
