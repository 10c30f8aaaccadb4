import { expect, type Locator } from '@playwright/test';

/** The choices of a field of the forms to add and edit, such as Status. */
export const choicesOf = (form: Locator, field: 'Status' | 'Platform') =>
  form.getByRole('radiogroup', { name: field, exact: true });

/** What is chosen. */
export const chosenOf = (form: Locator, field: 'Status' | 'Platform') =>
  choicesOf(form, field).getByRole('radio', { checked: true });

/** Chooses by what is seen: a pill, else from the list behind the last of them. */
export async function choose(form: Locator, field: 'Status' | 'Platform', name: string): Promise<void> {
  await expect(choicesOf(form, field)).toBeVisible();
  const pill = choicesOf(form, field).getByRole('radio', { name, exact: true });
  if ((await pill.count()) > 0) await pill.check();
  else await form.getByRole('combobox', { name: 'Other platforms' }).selectOption({ label: name });
  await expect(pill).toBeChecked();
}
