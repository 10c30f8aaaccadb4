import { expect, type Page } from '@playwright/test';

/** A phone of the narrowest kind that the product is made for. */
export const phone = { width: 360, height: 740 } as const;

/**
 * Turns the page that is open into one on a phone, for all that style sheets ask about (its width, the finger, that nothing
 * hovers): in the same way as Playwright does for a context that is one from the beginning.
 */
export async function takeInHand(page: Page): Promise<void> {
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
