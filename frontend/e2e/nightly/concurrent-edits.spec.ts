import { expect, type Page } from '@playwright/test';
import { choose as chooseIn } from '../support/entry-form.ts';
import { test as base, gameOn, savedAs } from '../support/shelf.ts';

const shelf = { pong: { status: 'playing', rating: 5, hours_played: 1 } } as const;

/** Extends the test with the same vault open on `page` and on a second device of the gamer. */
const test = base.extend<{ readonly second: Page }>({
  second: async ({ openVault, otherBrowser, gamer }, use) => {
    await openVault(shelf, '?view=list');
    const device = await otherBrowser(gamer);
    await device.goto('/library?view=list');
    await expect(gameOn(device, 'pong')).toBeVisible();
    await use(device);
  },
});

type Labels = Readonly<Record<string, string>>;

const begin = (page: Page) => page.getByRole('button', { name: 'Edit Pong' }).click();

/** Fills in the given fields of the edit form and saves. A known conflict opens a question first and sends nothing. */
async function finish(page: Page, values: Labels): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Edit game' });
  for (const [label, value] of Object.entries(values)) {
    if (label === 'Status') await chooseIn(form, label, value);
    else await form.getByLabel(label).fill(value);
  }
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
}

/** Edits, and waits until the server has stored the change. */
async function edit(page: Page, values: Labels): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
  await begin(page);
  await finish(page, values);
  await answered;
}

/** Edits concurrently: the second form is open before the first is saved. */
async function editBoth(page: Page, values: Labels, second: Page, others: Labels): Promise<void> {
  await begin(second);
  await edit(page, values);
  await finish(second, others);
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Changed elsewhere' });

const choose = (page: Page, field: string, side: 'Yours' | 'Saved elsewhere') =>
  question(page).getByRole('group', { name: field }).getByRole('radio', { name: side }).check();

test('merges edits of different fields without a question', async ({ page, second }) => {
  await editBoth(page, { 'Rating (1-10)': '9' }, second, { Hours: '4' });
  await expect.poll(() => savedAs(page, 'pong')).toMatchObject({ rating: 9, hours_played: 4, status: 'playing' });
  await expect(gameOn(second, 'pong')).toContainText(/9.*4/s);
  await expect(question(second)).toHaveCount(0);
  await expect(second.getByRole('alert')).toHaveCount(0);
});

for (const [side, rating] of [
  ['Yours', 7],
  ['Saved elsewhere', 9],
] as const) {
  test(`asks about a field edited on two devices: "${side}"`, async ({ page, second }) => {
    await editBoth(page, { 'Rating (1-10)': '9' }, second, { 'Rating (1-10)': '7', Hours: '4' });
    await expect(question(second)).toContainText('Pong');
    await expect(question(second).getByText('7 of 10')).toBeVisible();
    await expect(question(second).getByText('9 of 10')).toBeVisible();
    await expect(question(second).getByRole('group')).toHaveCount(1);
    // The list already shows the saved field of the edit.
    expect(await savedAs(page, 'pong')).toMatchObject({ rating: 9, hours_played: 4 });
    await expect(second.locator('[data-guid]')).toContainText(/9.*4/s);

    await question(second).getByRole('button', { name: 'Save' }).click();
    await expect(question(second), 'nothing is chosen beforehand').toBeVisible();
    await choose(second, 'Rating', side);
    await question(second).getByRole('button', { name: 'Save' }).click();
    await expect(question(second)).toBeHidden();
    await expect.poll(() => savedAs(page, 'pong')).toMatchObject({ rating, hours_played: 4 });
    await expect(gameOn(second, 'pong')).toContainText(String(rating));
    await expect(second.getByRole('button', { name: 'Edit Pong' })).toBeFocused();
  });
}

test('resolves each field separately', async ({ page, second }) => {
  await editBoth(page, { Status: 'Completed', 'Rating (1-10)': '9', Hours: '20' }, second, {
    Status: 'Dropped',
    'Rating (1-10)': '',
    Hours: '2.5',
  });
  await expect(question(second).getByRole('group')).toHaveCount(3);
  await expect(question(second).getByText('Dropped')).toBeVisible();
  await expect(question(second).getByText('Completed')).toBeVisible();
  await expect(question(second).getByText('2.5 h')).toBeVisible();
  await choose(second, 'Status', 'Saved elsewhere');
  await choose(second, 'Rating', 'Saved elsewhere');
  await choose(second, 'Hours', 'Yours');
  await question(second).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => savedAs(page, 'pong')).toMatchObject({ status: 'completed', rating: 9, hours_played: 2.5 });
});

test('keeps the saved value on Cancel, with Undo', async ({ page, second }) => {
  await editBoth(page, { 'Rating (1-10)': '9' }, second, { 'Rating (1-10)': '7' });
  await expect(question(second)).toBeVisible();
  await second.keyboard.press('Escape');
  await expect(question(second)).toBeHidden();
  await expect(second.getByText('Kept what was saved elsewhere for Pong.')).toBeVisible();
  expect((await savedAs(page, 'pong')).rating).toBe(9);
  await second.getByRole('button', { name: 'Undo' }).click();
  await choose(second, 'Rating', 'Yours');
  await question(second).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => savedAs(page, 'pong')).toMatchObject({ rating: 7 });
});

test('never conflicts with earlier edits of the same tab', async ({ page, openVault }) => {
  await openVault(shelf, '?view=list');
  const share = page.getByRole('button', { name: 'Share Pong' });
  for (const pressed of [true, false, true, false, true]) {
    await share.click();
    // A click toggles the displayed state, so wait until it is stored and displayed before the next click.
    await expect(page.getByRole('button', { name: 'Share Pong', pressed })).toBeVisible();
  }
  await edit(page, { 'Rating (1-10)': '6' });
  await edit(page, { 'Rating (1-10)': '8' });
  await expect.poll(() => savedAs(page, 'pong')).toMatchObject({ rating: 8, is_shared: true, version: 8 });
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('restores an edited game that another device removed', async ({ page, second }) => {
  await begin(second);
  await page.getByRole('button', { name: 'Remove Pong' }).click();
  await expect(page.getByText('Removed Pong from your vault.')).toBeVisible();
  await finish(second, { 'Rating (1-10)': '7' });
  await expect(second.getByRole('alert')).toContainText('Pong was removed from your vault in another tab');
  await expect(gameOn(second, 'pong')).toHaveCount(0);
  await second.getByRole('button', { name: 'Put it back' }).click();
  await expect(gameOn(second, 'pong')).toContainText('7');
  await expect.poll(() => savedAs(page, 'pong')).toMatchObject({ rating: 7, hours_played: 1 });
});
