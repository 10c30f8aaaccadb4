import { expect, type Page } from '@playwright/test';
import { test as base } from './shelf.ts';

/** The gateway is killed when it receives a call, or after handling it and before sending the response. */
export const moments = ['as the call is sent', 'before its response'] as const;
export type Moment = (typeof moments)[number];

interface Fixtures {
  /** Settles when the gateway is back after all expected deaths: unlike the browser, a test does not retry. */
  readonly back: () => Promise<void>;
  /** Kills the gateway at this moment of the next call to `address`, once. */
  readonly killAt: (moment: Moment, method: string, address: string | RegExp) => Promise<void>;
}

/** Extends Playwright's test with the worker's gamer signed in and a gateway that dies at a given moment. */
export const test = base.extend<Fixtures & { readonly deaths: Promise<void>[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  deaths: async ({}, use) => use([]),
  back: async ({ page, deaths }, use) => {
    await use(async () => {
      await Promise.all(deaths);
      await expect(async () => expect((await page.request.get('/api/auth/verify-token')).ok()).toBe(true)).toPass();
    });
  },
  killAt: async ({ page, processes, deaths }, use) => {
    const kill = () => {
      const death = processes.kill('gateway');
      deaths.push(death);
      return death;
    };
    await use(async (moment, method, address) => {
      let killed = false;
      await page.route(address, async (route) => {
        const request = route.request();
        if (killed || request.method() !== method) return route.continue();
        killed = true;
        if (moment === 'as the call is sent') {
          const dying = kill();
          await route.continue();
          return dying;
        }
        // The product has handled the call, but neither the response nor its cookies reach the browser.
        const headers = await request.allHeaders();
        const names = Object.keys(headers).filter((name) => !name.startsWith(':') && name !== 'content-length');
        const body = request.postData();
        const answer = await fetch(request.url(), {
          method,
          headers: Object.fromEntries(names.map((name) => [name, headers[name] ?? ''])),
          ...(body !== null && { body }),
        });
        expect(answer.ok, await answer.text()).toBe(true);
        await kill();
        await route.abort('connectionreset');
      });
    });
  },
});

/** Expects no error and no waiting notice. */
export const calm = async (page: Page) => {
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('Still trying to reach Nightshelf…')).toHaveCount(0);
};

/** Repeats a navigation until the gateway is back. */
export const untilReached = (go: () => Promise<unknown>) =>
  expect(async () => {
    await go();
  }).toPass({ timeout: 35_000 });
