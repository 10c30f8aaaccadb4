import type { Locator } from '@playwright/test';

/** Returns the hue in degrees of a design color. */
export async function hueOf(element: Locator, property: 'color' | 'backgroundColor'): Promise<number> {
  const color = await element.evaluate((styled, name) => getComputedStyle(styled)[name], property);
  return Number(/oklch\([\d.]+ [\d.]+ ([\d.]+)/.exec(color)?.[1]);
}
