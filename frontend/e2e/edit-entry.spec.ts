import { expect } from '@playwright/test';
import { choicesOf, choose, chosenOf, expectRules, labels, statuses } from './support/entry-form.ts';
import { act, gameOn, platforms, savedEntries, shownTitles, test } from './support/shelf.ts';

const full = { status: 'playing', rating: 7, hours_played: 2.5, platform_id: platforms.arcade } as const;

// Specification 2 Vault: Per-game Edit: status, rating 1-10, hours in steps of 0.5 from 0, platform including 'Not
//   Listed'; Save
// Specification 2 Vault: Per-game Edit: status, rating 1-10, hours in steps of 0.5 from 0, platform including 'Not
//   Listed'; Save ... and Cancel
// Specification 4 States: The edit form allows any change to any status
// Specification 5 Add and edit forms: Edit form: empty rating, hours and platform are sent as null
// Specification 5 Add and edit forms: Edit form: rating integer 1 to 10, optional; hours at least 0, step 0.5,
//   optional
// Specification 9 Limits: Rating 1 to 10; hours minimum 0, step 0.5 (Edit form)
test('edits a game, validates its fields, and cancels or saves', async ({ page, openVault }) => {
  await openVault({ pong: full }, '?view=list');
  const puts: unknown[] = [];
  page.on('request', (request) => request.method() === 'PUT' && puts.push(request.postDataJSON()));
  const button = page.getByRole('button', { name: 'Edit Pong' });
  const form = page.getByRole('dialog', { name: 'Edit game' });
  const rating = form.getByLabel('Rating (1-10)');
  const hours = form.getByLabel('Hours');
  const save = async () => {
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
  };

  await test.step('Cancel changes nothing', async () => {
    const before = await savedEntries(page);
    await button.click();
    await expect(chosenOf(form, 'Status')).toHaveAccessibleName('Playing');
    await expect(rating).toHaveValue('7');
    await expect(hours).toHaveValue('2.5');
    await expect(chosenOf(form, 'Platform')).toHaveAccessibleName('Arcade');
    await choose(form, 'Status', 'Dropped');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form).toBeHidden();
    await expect(button).toBeFocused();
    await expect(gameOn(page, 'pong').locator('[data-status]')).toHaveText('Playing');
    expect(await savedEntries(page)).toEqual(before);
  });

  await test.step('rating 1 to 10; hours from 0 in steps of 0.5', async () => {
    await button.click();
    await expectRules(form, 'Save');
    // Without a change, nothing is sent.
    await save();
    expect(puts).toEqual([]);
  });

  await test.step('Save sends what changed, and empty fields as null', async () => {
    await button.click();
    await choose(form, 'Status', 'Completed');
    await rating.fill('10');
    await hours.fill('30.5');
    await choose(form, 'Platform', 'Not Listed');
    await save();
    await expect(button).toBeFocused();
    await expect(gameOn(page, 'pong')).toContainText(/Completed10?.*30\.5.*Not Listed/s);
    await expect.poll(() => savedEntries(page)).toMatchObject([{ status: 'completed', rating: 10 }]);
    await page.reload();
    await expect(gameOn(page, 'pong')).toContainText(/Completed.*30\.5.*Not Listed/s);
    await act(page, 'Edit', 'Pong');
    await rating.fill('1');
    await hours.fill('0');
    await save();
    await expect.poll(() => savedEntries(page)).toMatchObject([{ rating: 1, hours_played: 0 }]);
    await button.click();
    await rating.fill('');
    await hours.fill('');
    await choose(form, 'Platform', 'None');
    await save();
    await expect
      .poll(() => puts)
      .toEqual([
        { status: 'completed', rating: 10, hours_played: 30.5, platform_id: 'not_listed', if_version: 1 },
        { rating: 1, hours_played: 0, if_version: 2 },
        { rating: null, hours_played: null, platform_id: null, if_version: 3 },
      ]);
  });

  await test.step('any status', async () => {
    for (const status of statuses) {
      await button.click();
      await expect(choicesOf(form, 'Status').locator('label')).toHaveText(Object.values(labels));
      await expect(choicesOf(form, 'Status').getByRole('radio', { disabled: true })).toHaveCount(0);
      await choose(form, 'Status', labels[status]);
      await save();
      await expect(gameOn(page, 'pong').locator('[data-status]')).toHaveText(labels[status]);
    }
    await expect.poll(() => savedEntries(page)).toMatchObject([{ status: statuses.at(-1) }]);
  });
});

// Specification 2 Vault: Per-game Remove
// Specification 2 Vault: Remove can be undone
test('per-game Remove, with Undo', { tag: '@mobile' }, async ({ page, openVault }) => {
  await openVault({ pong: { ...full, is_shared: true }, frogger: {}, galaga: {} }, '?sort=recent&view=list');
  const titles = shownTitles(page);
  // The removal and the undo each increase the version.
  const saved = async () =>
    (await savedEntries(page)).map(({ version: _, ...entry }: { readonly version: number }) => entry);
  const before = await saved();
  await expect(titles).toHaveText(['Galaga', 'Frogger', 'Pong']);
  await act(page, 'Remove', 'Pong');
  await expect(titles).toHaveText(['Galaga', 'Frogger']);
  await expect(page.getByText('2 of 2 games')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Removed Pong from your vault.' })).toBeVisible();
  expect((await saved()).map(({ guid }: { guid: string }) => guid)).toEqual(['3030-20016', '3030-20015']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(titles).toHaveText(['Galaga', 'Frogger', 'Pong']);
  await expect.poll(saved).toEqual(before);

  // Repeat by keyboard, with focus anywhere on the page.
  await act(page, 'Remove', 'Frogger');
  await expect(page.getByText('Removed Frogger from your vault.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(titles).toHaveText(['Galaga', 'Frogger', 'Pong']);
  await expect.poll(saved).toEqual(before);
});
