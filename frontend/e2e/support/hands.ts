import { expect, type Locator, type Page } from '@playwright/test';

/** Counts a user's steps: a click, a tap, a key and a typed value are one each; moving the pointer is none. */
export interface Hands {
  readonly click: (target: Locator) => Promise<void>;
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Fails when more than `most` steps were needed since the last call. */
  readonly expectSteps: (most: number) => void;
}

export function handsOn(page: Page): Hands {
  let steps = 0;
  return {
    click: async (target) => {
      steps += 1;
      await target.click();
    },
    press: async (...keys) => {
      for (const key of keys) {
        steps += 1;
        await page.keyboard.press(key);
      }
    },
    expectSteps: (most) => {
      expect(steps, 'steps').toBeLessThanOrEqual(most);
      steps = 0;
    },
  };
}
