import { expect, type Page } from '@playwright/test';
import { choose, chosenOf } from './support/entry-form.ts';
import { act, gameOn, platforms, shownTitles, test } from './support/shelf.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Edit game' });

async function openEdit(page: Page, name: string) {
  await act(page, 'Edit', name);
  const button = page.getByRole('button', { name: new RegExp(`^(Edit|More for) ${name}$`) });
  return { form: dialogOf(page), button: button.filter({ visible: true }) };
}

const savedEntries = async (page: Page) => (await (await page.request.get('/api/games/library')).json()).library;

const full = { status: 'playing', rating: 7, hours_played: 2.5, platform_id: platforms.arcade } as const;

// Specification 2 Vault: Per-game Edit: status, rating 1-10, hours in steps of 0.5 from 0, platform including 'Not
//   Listed'; Save
test('per-game Edit: status, rating, hours, platform; Save', async ({ page, openVault }) => {
  await openVault({ pong: full }, '?view=list');
  const { form, button } = await openEdit(page, 'Pong');
  await expect(chosenOf(form, 'Status')).toHaveAccessibleName('Playing');
  await expect(form.getByLabel('Rating (1-10)')).toHaveValue('7');
  await expect(form.getByLabel('Hours')).toHaveValue('2.5');
  await expect(chosenOf(form, 'Platform')).toHaveAccessibleName('Arcade');

  await choose(form, 'Status', 'Completed');
  await form.getByLabel('Rating (1-10)').fill('10');
  await form.getByLabel('Hours').fill('30.5');
  await choose(form, 'Platform', 'Not Listed');
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(button).toBeFocused();
  await expect(gameOn(page, 'pong')).toContainText(/Completed10?.*30\.5.*Not Listed/s);
  expect((await answer).request().postDataJSON()).toEqual({
    status: 'completed',
    rating: 10,
    hours_played: 30.5,
    platform_id: 'not_listed',
    if_version: 1,
  });
  await page.reload();
  await expect(gameOn(page, 'pong')).toContainText(/Completed.*30\.5.*Not Listed/s);
});

// Specification 2 Vault: Per-game Edit: status, rating 1-10, hours in steps of 0.5 from 0, platform including 'Not
//   Listed'; Save ... and Cancel
test('per-game Edit: Cancel changes nothing', { tag: '@mobile' }, async ({ page, openVault }) => {
  await openVault({ pong: full }, '?view=list');
  const before = await savedEntries(page);
  const { form, button } = await openEdit(page, 'Pong');
  await choose(form, 'Status', 'Dropped');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  await expect(button).toBeFocused();
  await expect(gameOn(page, 'pong').locator('[data-status]')).toHaveText('Playing');
  expect(await savedEntries(page)).toEqual(before);
});

test('sends only changed fields', async ({ page, openVault }) => {
  await openVault({ pong: full }, '?view=list');
  const puts: unknown[] = [];
  page.on('request', (request) => request.method() === 'PUT' && puts.push(request.postDataJSON()));
  const { form } = await openEdit(page, 'Pong');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await openEdit(page, 'Pong');
  await form.getByLabel('Hours').fill('3');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => puts).toEqual([{ hours_played: 3, if_version: 1 }]);
});

// Specification 5 Add and edit forms: Edit form: empty rating, hours and platform are sent as null
test('sends empty rating, hours and platform as null', async ({ page, openVault }) => {
  await openVault({ pong: full }, '?view=list');
  const { form } = await openEdit(page, 'Pong');
  await form.getByLabel('Rating (1-10)').fill('');
  await form.getByLabel('Hours').fill('');
  await choose(form, 'Platform', 'None');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await form.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON()).toEqual({
    rating: null,
    hours_played: null,
    platform_id: null,
    if_version: 1,
  });
});

// Specification 5 Add and edit forms: Edit form: rating integer 1 to 10, optional; hours at least 0, step 0.5,
//   optional
// Specification 9 Limits: Rating 1 to 10; hours minimum 0, step 0.5 (Edit form)
test('rating 1 to 10; hours from 0 in steps of 0.5', async ({ page, openVault }) => {
  await openVault({ pong: full }, '?view=list');
  const puts: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && puts.push(request.url()));
  const { form } = await openEdit(page, 'Pong');
  const rating = form.getByLabel('Rating (1-10)');
  const hours = form.getByLabel('Hours');
  for (const [attribute, value] of Object.entries({ min: '1', max: '10', step: '1' })) {
    await expect(rating).toHaveAttribute(attribute, value);
  }
  for (const [attribute, value] of Object.entries({ min: '0', step: '0.5' })) {
    await expect(hours).toHaveAttribute(attribute, value);
  }
  for (const [box, wrong, message] of [
    [rating, '0', 'Rating must be a whole number from 1 to 10'],
    [rating, '11', 'Rating must be a whole number from 1 to 10'],
    [rating, '7.5', 'Rating must be a whole number from 1 to 10'],
    [hours, '-0.5', 'Hours must be at least 0'],
    [hours, '0.25', 'Hours must be in steps of 0.5'],
  ] as const) {
    const before = await box.inputValue();
    await box.fill(wrong);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText(message)).toBeVisible();
    await expect(box, wrong).toBeFocused();
    await box.fill(before);
  }
  expect(puts).toEqual([]);
  await hours.fill('0');
  await rating.fill('1');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await savedEntries(page))[0]).toMatchObject({ rating: 1, hours_played: 0 });
});

// Specification 2 Vault: Per-game Remove
test('per-game Remove', { tag: '@mobile' }, async ({ page, openVault }) => {
  await openVault({ pong: {}, frogger: {} }, '?view=list');
  await act(page, 'Remove', 'Pong');
  await expect(shownTitles(page)).toHaveText(['Frogger']);
  await expect(page.getByText('1 of 1 games')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Removed Pong from your vault.' })).toBeVisible();
  expect((await savedEntries(page)).map(({ guid }: { guid: string }) => guid)).toEqual(['3030-20015']);
});

// Specification 2 Vault: Remove can be undone
test('Undo restores a removed entry exactly', async ({ page, openVault }) => {
  await openVault({ pong: { ...full, is_shared: true }, frogger: {}, galaga: {} }, '?sort=recent&view=list');
  const titles = shownTitles(page);
  // The removal and the undo each increase the version.
  const saved = async () =>
    (await savedEntries(page)).map(({ version: _, ...entry }: { readonly version: number }) => entry);
  const before = await saved();
  await expect(titles).toHaveText(['Galaga', 'Frogger', 'Pong']);
  await page.getByRole('button', { name: 'Remove Pong' }).click();
  await expect(titles).toHaveText(['Galaga', 'Frogger']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(titles).toHaveText(['Galaga', 'Frogger', 'Pong']);
  expect(await saved()).toEqual(before);

  // Repeat by keyboard, with focus anywhere on the page.
  await page.getByRole('button', { name: 'Remove Frogger' }).click();
  await expect(page.getByText('Removed Frogger from your vault.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(titles).toHaveText(['Galaga', 'Frogger', 'Pong']);
  expect(await saved()).toEqual(before);
});
