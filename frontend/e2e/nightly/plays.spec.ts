import { expect, type Page } from '@playwright/test';
import { firstVisit, gameOn, games, savedAs, test } from '../support/shelf.ts';
import { dayFromNow } from './support.ts';

const plays = (page: Page) => page.getByRole('region', { name: 'Your play history' });

async function openGame(page: Page, title: keyof typeof games) {
  await page.goto(`/game/${games[title].guid}`);
  await expect(page.getByRole('heading', { level: 1, name: games[title].name })).toBeVisible(firstVisit);
  await expect(plays(page).getByRole('button', { name: 'Log a session' })).toBeVisible();
  return plays(page);
}

test('logs a session into hours, vault and journal, with Undo', async ({ page, stock }) => {
  await stock({ pong: { status: 'playing', hours_played: 10 } });
  const panel = await openGame(page, 'pong');
  await expect(panel).toContainText('No sessions yet. Logged time is added to your hours.');
  await panel.getByRole('button', { name: 'Log a session' }).click();
  const form = panel.getByRole('form', { name: 'Log a session of Pong' });
  // The default is today.
  await expect(form.getByLabel('Day')).toHaveValue(dayFromNow(0));
  await form.getByRole('button', { name: 'Log session' }).click();
  await expect(form.getByRole('alert')).toHaveText('Enter 1 to 1440 minutes');
  await form.getByRole('button', { name: '90 minutes' }).click();
  await expect(form.getByRole('spinbutton', { name: 'Minutes' })).toHaveValue('90');
  // Type letter by letter, because focus must stay in the field.
  await form.getByRole('textbox', { name: /^Note/ }).click();
  await page.keyboard.type('The second player is me');
  await expect(form.getByRole('textbox', { name: /^Note/ })).toHaveValue('The second player is me');
  await form.getByLabel('The note contains spoilers').check();
  await form.getByRole('button', { name: 'Log session' }).click();
  await expect(page.getByText('1 h 30 min of Pong logged.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your Vault' })).toContainText('11.5');
  await expect(panel.getByRole('button', { name: 'Log a session' })).toBeFocused();
  const line = panel.getByRole('listitem').filter({ hasText: '1 h 30 min' });
  await expect(line).not.toContainText('The second player is me');
  await line.getByRole('button', { name: 'Show note (spoilers)' }).click();
  await expect(line).toContainText('The second player is me');

  await panel.getByRole('button', { name: 'Log a session' }).click();
  await form.getByRole('spinbutton', { name: 'Minutes' }).fill('45');
  await form.getByRole('button', { name: 'Log session' }).click();
  await expect(page.getByRole('region', { name: 'Your Vault' })).toContainText('12.5');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Your Vault' })).toContainText('11.5');

  await page.goto('/library?view=list');
  await expect(gameOn(page, 'pong')).toContainText('11.5');
  await page.goto('/journal');
  const day = page.getByRole('table').locator('[aria-current="date"]');
  await expect(day).toContainText('1 h 30 min in 1 session, mostly Pong');
  await expect(page.getByText('1 h 30 min in 1 session', { exact: true })).toBeVisible();
  const listed = page.getByRole('region', { name: 'Sessions of the month' });
  await expect(listed.getByRole('link', { name: 'Pong' })).toBeVisible();
  await expect(listed).not.toContainText('The second player is me');
  await day.click();
  await expect(listed.getByRole('heading', { level: 3 })).toBeFocused();
});

test('validates a playthrough, and offers to change the status', async ({ page, stock }) => {
  await stock({ breakout: { status: 'playing' } });
  const panel = await openGame(page, 'breakout');
  await panel.getByRole('button', { name: 'Add playthrough' }).click();
  const form = panel.getByRole('form', { name: 'Add a playthrough of Breakout' });
  await expect(form.getByLabel('Platform')).toBeFocused();
  await form.getByLabel('Store or copy').fill('Cartridge');
  await form.getByLabel('Began').fill('2024-03-02');
  await form.getByLabel('Ended').fill('2024-03-01');
  await form.getByLabel('Completion').selectOption('Everything');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('A playthrough cannot end before it begins')).toBeVisible();
  await expect(form.getByLabel('Ended')).toBeFocused();
  await form.getByLabel('Ended').fill('2024-04-01');
  await form.getByRole('button', { name: 'Save' }).click();
  const line = panel.getByRole('listitem');
  await expect(line).toContainText(/Playthrough 1.*Everything.*Cartridge/s);
  // The product offers the change, but does not apply it.
  const vault = page.getByRole('region', { name: 'Your Vault' });
  await expect(vault).toContainText('Playing');
  await panel.getByRole('button', { name: 'Set status to Completed' }).click();
  await expect(vault).toContainText('Completed');
  await expect(panel.getByRole('button', { name: 'Set status to Completed' })).toHaveCount(0);

  await line.getByRole('button', { name: 'Edit playthrough 1' }).click();
  const edit = panel.getByRole('form', { name: 'Edit playthrough 1' });
  await edit.getByLabel('Completion').selectOption('Dropped');
  await edit.getByLabel('Dropped at').fill('Level 9');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(line).toContainText('Dropped at Level 9');
  await panel.getByRole('button', { name: 'Not now' }).click();
  await expect(vault).toContainText('Completed');

  await page.goto('/profile');
  await expect(page.getByText('1 game finished in 1 playthrough.')).toBeVisible();
  await page.getByRole('link', { name: 'Open your journal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeVisible();
});

test('journal: months, editing, removing, sessions of another tab', { tag: '@mobile' }, async ({ page, stock }) => {
  await stock({ frogger: {} });
  const { id } = await savedAs(page, 'frogger');
  await page.goto('/journal?month=2024-02');
  await expect(page.getByRole('heading', { name: 'Nothing played yet' })).toBeVisible(firstVisit);
  // The open page must notice a session from elsewhere.
  const data = { day: '2024-02-29', minutes: 75, note: 'Across the road' };
  expect((await page.request.post(`/api/games/library/${id}/sessions`, { data })).status()).toBe(201);
  await expect(page.getByText('1 h 15 min in 1 session', { exact: true })).toBeVisible();
  const listed = page.getByRole('region', { name: 'Sessions of the month' });
  await expect(listed).toContainText('Across the road');
  await page.getByRole('link', { name: /^Next month: / }).click();
  await expect(page.getByRole('heading', { name: 'Nothing played yet' })).toBeVisible();
  await page.goBack();
  await listed.getByRole('button', { name: /^Edit the session of Frogger/ }).click();
  const form = listed.getByRole('form', { name: /^Edit the session of Frogger/ });
  await form.getByRole('spinbutton', { name: 'Minutes' }).fill('100');
  await form.getByLabel('Day').fill('2024-02-01');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('table')).toContainText('1 h 40 min in 1 session, mostly Frogger');
  await listed.getByRole('button', { name: /^Remove the session of Frogger/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing played yet' })).toBeVisible();
  await expect.poll(() => savedAs(page, 'frogger')).toMatchObject({ hours_played: null });
});
