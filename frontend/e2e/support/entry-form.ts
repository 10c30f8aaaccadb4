import { expect, type Locator } from '@playwright/test';

/** Returns the options of a field of the add and edit forms. */
export const choicesOf = (form: Locator, field: 'Status' | 'Platform') =>
  form.getByRole('radiogroup', { name: field, exact: true });

/** Returns the selected option. */
export const chosenOf = (form: Locator, field: 'Status' | 'Platform') =>
  choicesOf(form, field).getByRole('radio', { checked: true });

/** Selects a visible pill, or else an option of the list behind the last pill. */
export async function choose(form: Locator, field: 'Status' | 'Platform', name: string): Promise<void> {
  await expect(choicesOf(form, field)).toBeVisible();
  const pill = choicesOf(form, field).getByRole('radio', { name, exact: true });
  if ((await pill.count()) > 0) await pill.check();
  else await form.getByRole('combobox', { name: 'Other platforms' }).selectOption({ label: name });
  await expect(pill).toBeChecked();
}

/** Expects the form to accept only ratings from 1 to 10, and hours from 0 in steps of 0.5. */
export async function expectRules(form: Locator, submit: 'Save' | 'Submit'): Promise<void> {
  const rating = form.getByLabel('Rating (1-10)');
  const hours = form.getByLabel('Hours');
  await expect(rating).toHaveAttribute('min', '1');
  await expect(rating).toHaveAttribute('max', '10');
  await expect(rating).toHaveAttribute('step', '1');
  await expect(hours).toHaveAttribute('min', '0');
  await expect(hours).toHaveAttribute('step', '0.5');
  for (const [box, wrong, message] of [
    [rating, '-1', 'Rating must be a whole number from 1 to 10'],
    [rating, '0', 'Rating must be a whole number from 1 to 10'],
    [rating, '11', 'Rating must be a whole number from 1 to 10'],
    [rating, '7.5', 'Rating must be a whole number from 1 to 10'],
    [hours, '-0.5', 'Hours must be at least 0'],
    [hours, '0.25', 'Hours must be in steps of 0.5'],
  ] as const) {
    const before = await box.inputValue();
    await box.fill(wrong);
    await form.getByRole('button', { name: submit }).click();
    await expect(box, wrong).toHaveAccessibleDescription(message);
    await expect(form.getByText(message)).toBeVisible();
    await expect(box, wrong).toBeFocused();
    await box.fill(before);
  }
}

/** The statuses of an entry with their labels, in the order of the forms. */
export const labels = {
  want_to_play: 'Want to Play',
  playing: 'Playing',
  completed: 'Completed',
  dropped: 'Dropped',
  collection: 'Collection',
} as const;

export type Status = keyof typeof labels;

export const statuses = Object.keys(labels) as Status[];
