import { expect, type Page } from '@playwright/test';
import { untilInstalled } from '../support/device.ts';
import { firstVisit, games, savedAs, test } from '../support/shelf.ts';

test.use({ serviceWorkers: 'allow' });

const plays = (page: Page) => page.getByRole('region', { name: 'Your play history' });
const pong = `/game/${games.pong.guid}`;

async function log(page: Page, minutes: string, note: string): Promise<void> {
  await plays(page).getByRole('button', { name: 'Log a session' }).click();
  const form = plays(page).getByRole('form', { name: 'Log a session of Pong' });
  await form.getByRole('spinbutton', { name: 'Minutes' }).fill(minutes);
  await form.getByRole('textbox', { name: /^Note/ }).fill(note);
  await form.getByRole('button', { name: 'Log session' }).click();
}

const copies = async (page: Page) => {
  const { playthroughs } = await (await page.request.get('/api/games/library/playthroughs')).json();
  return playthroughs.map(({ copy }: { readonly copy: string }) => copy);
};

const stored = async (page: Page) => {
  const { sessions } = await (await page.request.get('/api/games/library/sessions')).json();
  return sessions.map(({ minutes, note }: { readonly minutes: number; readonly note: string }) => [minutes, note]);
};

test('offline sessions and playthroughs are kept, editable, and sent once', async ({ page, stock, context }) => {
  await stock({ pong: {} });
  const { id } = await savedAs(page, 'pong');
  await page.goto(pong);
  await expect(plays(page).getByText('No sessions yet. Logged time is added to your hours.')).toBeVisible(firstVisit);
  await untilInstalled(page);
  // Wait until the last opened page has loaded the plays too.
  await expect(plays(page).getByText('No sessions yet. Logged time is added to your hours.')).toBeVisible(firstVisit);
  const vault = page.getByRole('region', { name: 'Your Vault' });
  const line = (text: string) => plays(page).getByRole('listitem').filter({ hasText: text });

  await test.step('shows an offline session immediately, marks it as pending and counts its hours', async () => {
    await context.setOffline(true);
    await log(page, '90', 'In the tunnel');
    await expect(page.getByText('1 h 30 min of Pong logged.')).toBeVisible();
    await expect(line('In the tunnel')).toContainText('Not sent yet');
    await expect(vault).toContainText('1.5');
    await log(page, '20', 'Never mind');
    await expect(vault).toContainText('2');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(line('Never mind')).toHaveCount(0);
    await plays(page).getByRole('button', { name: 'Add playthrough' }).click();
    const form = plays(page).getByRole('form', { name: 'Add a playthrough of Pong' });
    await form.getByLabel('Store or copy').fill('Cabinet');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(line('Cabinet')).toContainText(/Playthrough 1.*Not sent yet/s);
  });

  await test.step('still there after a reload, and can be edited', async () => {
    await page.goto(pong);
    await expect(line('In the tunnel')).toContainText('Not sent yet', firstVisit);
    await line('In the tunnel')
      .getByRole('button', { name: /^Edit the session/ })
      .click();
    await plays(page).getByRole('spinbutton', { name: 'Minutes' }).fill('120');
    await plays(page).getByRole('button', { name: 'Save' }).click();
    await expect(line('In the tunnel')).toContainText('2 h');
    await expect(vault).toContainText('2');
    await line('Cabinet').getByRole('button', { name: 'Edit playthrough 1' }).click();
    await plays(page).getByLabel('Store or copy').fill('Cabinet at the pub');
    await plays(page).getByRole('button', { name: 'Save' }).click();
    await expect(line('Cabinet at the pub')).toContainText('Not sent yet');
  });

  await test.step('another tab sends it when the network is back', async () => {
    const other = await context.newPage();
    await page.close();
    await other.goto(pong);
    await expect(plays(other).getByText('Not sent yet')).toHaveCount(2, firstVisit);
    await context.setOffline(false);
    await expect.poll(() => stored(other)).toEqual([[120, 'In the tunnel']]);
    await expect.poll(() => copies(other)).toEqual(['Cabinet at the pub']);
    await expect(plays(other).getByText('Not sent yet')).toHaveCount(0);
    await expect(plays(other).getByRole('listitem').filter({ hasText: 'In the tunnel' })).toHaveCount(1);
    await other.goto('/journal');
    await expect(other.getByText('2 h in 1 session', { exact: true })).toBeVisible(firstVisit);
  });

  await test.step('a rejected session reopens its form with the note', async () => {
    const [other] = context.pages();
    if (!other) throw new Error('There is no page');
    await other.goto(pong);
    await expect(plays(other).getByRole('listitem')).toHaveCount(2, firstVisit);
    await context.setOffline(true);
    await log(other, '1380', 'All day long');
    await expect(plays(other).getByText('Not sent yet')).toBeVisible();
    await context.setOffline(false);
    const dialog = other.getByRole('dialog', { name: 'A session was not saved' });
    await expect(dialog).toContainText('would exceed 24 hours');
    await expect(dialog.getByRole('textbox', { name: /^Note/ })).toHaveValue('All day long');
    await other.keyboard.press('Escape');
    // The entry must not get lost.
    await expect(plays(other).getByText('Not saved')).toBeVisible();
    await other.reload();
    await expect(dialog).toContainText('would exceed 24 hours');
    await dialog.getByRole('spinbutton', { name: 'Minutes' }).fill('60');
    await dialog.getByRole('button', { name: 'Save it again' }).click();
    await expect.poll(() => stored(other)).toEqual(expect.arrayContaining([[60, 'All day long']]));
    expect(await savedAs(other, 'pong')).toMatchObject({ id, hours_played: 3 });

    const again = plays(other).getByRole('listitem').filter({ hasText: 'All day long' });
    const rewrite = async (minutes: string) => {
      await again.getByRole('button', { name: /^Edit the session/ }).click();
      await plays(other).getByRole('spinbutton', { name: 'Minutes' }).fill(minutes);
      await plays(other).getByRole('button', { name: 'Save' }).click();
    };
    await rewrite('1430');
    await expect(dialog).toContainText('would exceed 24 hours');
    await other.keyboard.press('Escape');
    await expect(again).toContainText('Not saved');
    await rewrite('30');
    // Expect the existing entry, without a duplicate.
    await expect.poll(() => stored(other)).toEqual(expect.arrayContaining([[30, 'All day long']]));
    expect(await stored(other)).toHaveLength(2);
  });
});
