import { expect, type Page } from '@playwright/test';

/** The narrowest phone that the product supports. */
export const phone = { width: 360, height: 740 } as const;

/**
 * Turns the open page into one on a phone for all media queries (width, touch, no hover), like Playwright does for a
 * mobile context.
 */
export async function becomePhone(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...phone,
    screenWidth: phone.width,
    screenHeight: phone.height,
    deviceScaleFactor: 1,
    mobile: true,
  });
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const isPhone = () =>
    page.evaluate(
      (width) => window.innerWidth === width && matchMedia('(pointer: coarse) and (hover: none)').matches,
      phone.width,
    );
  await expect.poll(isPhone).toBe(true);
}
