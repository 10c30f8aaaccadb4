import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the command palette, whose keys work once the page has settled. */
export async function openPalette(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Command palette' });
  await expect(async () => {
    if (!(await dialog.isVisible())) await page.keyboard.press('ControlOrMeta+k');
    await expect(dialog).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(dialog.getByRole('combobox')).toBeFocused();
  return dialog;
}

/** Waits until the shortcuts of all pages work. */
export async function untilShortcutsWork(page: Page): Promise<void> {
  const dialog = await openPalette(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // Closing removes the palette's history entry a moment later.
  await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? [])).toEqual([]);
}
