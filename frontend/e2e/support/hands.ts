import { expect, type Locator, type Page } from '@playwright/test';

/** A person's hands: a click, a tap, a key and a typed value is a step each; moving the pointer is none. */
export interface Hands {
  readonly click: (target: Locator) => Promise<void>;
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Fails where more steps were needed since the last time than `most`. */
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
