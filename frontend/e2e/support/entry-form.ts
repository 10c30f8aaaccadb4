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
