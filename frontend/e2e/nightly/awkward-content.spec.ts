import { expect, type Locator, type Page } from '@playwright/test';
import { createAccount, follow, test } from '../support/accounts.ts';
import { someName } from '../support/gamer.ts';
import { giveUp } from '../support/network.ts';
import { openPalette } from '../support/palette.ts';
import { phone } from '../support/phone.ts';
import { act, addGame } from '../support/shelf.ts';
import { overhang } from '../support/usable.ts';
import { addDescribed } from './support.ts';

const awkwardNames = {
  emoji: '👩‍👩‍👧‍👦🎮🕹️ Family 🏴‍☠️ Pirates',
  rightToLeft: 'أسطورة الليل: الكتاب الأول (2017)',
  long: 'Endless'.repeat(72).slice(0, 500),
  words: 'The Very Long Chronicle '.repeat(21).trim().slice(0, 500),
  markup: '<img src=x onerror="document.title=\'owned\'"><b>Bold</b> & "quoted"',
  controls: 'Zero\u200bWidth \u202eoverride\u202c end',
  combining: `Z${'\u0301\u0320\u0339'.repeat(30)}algo`,
};

const dead = 'https://www.giantbomb.com/gone/nothing.png';

/** Games with awkward descriptions. */
const games = [
  ...Object.values(awkwardNames).map((name) => ({ name })),
  { name: 'Without a Picture', image: null },
  {
    name: 'With a Dead Picture',
    image: { small_url: dead, medium_url: dead, thumb_url: dead, screen_large_url: dead },
  },
  { name: 'Without a Platform', platform_id: null },
  { name: 'Of no Listed Platform', platform_id: 'not_listed' },
  {
    name: 'On a Platform of Many Words',
    platforms: [{ id: 777_001, guid: '3045-777001', name: 'Machine '.repeat(24).trim(), abbreviation: 'M' }],
    platform_id: 777_001,
  },
  { name: 'Described in Markup', description: '<h2>Overview</h2><script>document.title="owned"</script><p>Text</p>' },
];

/** Adds all of them to a new user's vault. */
async function shelve(page: Page): Promise<void> {
  await createAccount(page.request, someName('awkward'));
  for (const [place, game] of games.entries()) {
    const guid = `3030-98${100 + place}`;
    await addDescribed(page.request, { guid, rating: 10, hours_played: 99_999.5, ...game });
  }
}

/** Returns the pixels of horizontal scrolling, and the elements that reach beyond the window. */
async function overflow(page: Page) {
  const scrollX = await overhang(page);
  const beyond = await page.evaluate(() => {
    // The content of a scroll container may exceed it.
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...document.querySelectorAll('main h1, main h2, main h3, main a, main button, main p, main td')]
      .filter((element) => element.getClientRects().length > 0 && !scrolls(element))
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120));
  });
  return { scrollX, beyond };
}
const intact = { scrollX: 0, beyond: [] };

const untouched = async (page: Page) => {
  expect(await page.title()).not.toContain('owned');
  await expect(page.locator('main img[src="x"], main b, main script')).toHaveCount(0);
};

test('shows awkward names safely and within the frame, with drawn covers', { tag: '@mobile' }, async ({ page }) => {
  await shelve(page);
  const box = page.getByRole('searchbox', { name: 'Search your vault' });
  for (const view of ['cards', 'list']) {
    await page.goto(`/library?view=${view}`);
    await expect(page.getByText(`${games.length} of ${games.length} games`)).toBeVisible();
    for (const { name } of games) {
      await box.fill(name.slice(0, 40));
      const shown = page.locator('main [data-guid]').filter({ hasText: name.trim() }).first();
      await expect(shown, name.slice(0, 40)).toBeVisible();
      expect.soft(await overflow(page), `${view}: ${name.slice(0, 40)}`).toEqual(intact);
    }
    await untouched(page);
  }

  await page.goto('/library?view=cards&q=أسطورة');
  const heading = page.getByRole('heading', { name: awkwardNames.rightToLeft });
  await expect(heading).toBeVisible();
  expect(await heading.evaluate((element) => getComputedStyle(element).direction), 'its own direction').toBe('rtl');

  for (const name of ['Without a Picture', 'With a Dead Picture']) {
    const card = page.getByRole('article').filter({ hasText: name });
    const cover = card.locator('img');
    await page.goto(`/library?q=${encodeURIComponent(name)}`);
    await expect(cover).toHaveAttribute('src', `/api/games/covers?${new URLSearchParams({ name })}`);
    await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    // Initials replace a cover that cannot be drawn either.
    await page.route('**/api/games/covers?*', (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await expect(card.getByText('WA', { exact: true })).toBeVisible();
    await expect(cover).toHaveCount(0);
    await page.unroute('**/api/games/covers?*');
  }
});

test('fits long names into forms, alerts and the home page', { tag: '@mobile' }, async ({ page }) => {
  await shelve(page);
  await page.goto(`/library?q=${awkwardNames.long.slice(0, 40)}`);
  const window = page.viewportSize() ?? phone;
  for (const [action, title, size] of [
    ['Edit', 'Edit game', window],
    ['Add to list', 'Add to a list', phone],
  ] as const) {
    await page.setViewportSize(size);
    await act(page, action, awkwardNames.long);
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    const { width = 0, x = 0 } = (await dialog.boundingBox()) ?? {};
    expect.soft(x, action).toBeGreaterThanOrEqual(0);
    expect.soft(x + width, action).toBeLessThanOrEqual(size.width);
    expect.soft(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth), action).toBe(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await act(page, 'Remove', awkwardNames.long);
  await expect(page.getByText(`Removed ${awkwardNames.long} from your vault.`)).toBeVisible();
  expect(await overflow(page)).toEqual(intact);
  await page.setViewportSize(window);
  for (const path of ['/', '/profile']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Recent Games').or(page.getByText('Game Statistics')).first()).toBeVisible();
    expect.soft(await overflow(page), path).toEqual(intact);
  }
  await untouched(page);
});

test('shows long titles in full on a phone', async ({ page }) => {
  await page.setViewportSize(phone);
  await createAccount(page.request, someName('titled'));
  const short = 'Wanderers of the Old Kingdom';
  const long = `${short}: The Last Retribution of Seven`;
  await addDescribed(page.request, { guid: '3030-98200', name: short });
  await addDescribed(page.request, { guid: '3030-98201', name: long, status: 'completed' });
  const isCut = (title: Locator) =>
    title.evaluate((e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1);
  await page.goto('/library');
  await act(page, 'Add to list', long);
  const subject = page.getByRole('dialog', { name: 'Add to a list' }).getByText(long);
  await expect(subject).toBeVisible();
  expect.soft(await isCut(subject), 'in the dialog').toBe(false);
  await page.goto('/');
  const played = page.getByRole('region', { name: 'Continue playing' }).getByRole('heading', { name: short });
  expect(await isCut(played.getByRole('link')), 'on Home').toBe(false);
});

/** Returns names and figures that are cut off without an ellipsis. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const frameOf = (element: Element): Element | null =>
      element.parentElement?.closest('li, article, td, th, section') ?? null;
    return [...document.querySelectorAll('main [dir="auto"], main td:not(:has(button))')]
      .filter((element) => element.getClientRects().length > 0)
      .filter((element) => {
        const isWider = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
        const { right = innerWidth } = frameOf(element)?.getBoundingClientRect() ?? {};
        const isBeyond = element.getBoundingClientRect().right > right + 1;
        return (isWider && getComputedStyle(element).textOverflow !== 'ellipsis') || isBeyond;
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });

test('breaks or truncates a name without spaces', async ({ page, request }) => {
  await shelve(page);
  const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk';
  const { id } = await addDescribed(page.request, { guid: '3030-98190', name });
  await page.request.put('/api/games/library/favourites', { data: { entry_ids: [id] } });
  const friend = await createAccount(request, someName('WWWWWWWW'));
  await follow(page.request, friend.id);
  await addGame(request, 'pacMan', { status: 'completed' });
  const activity = page.getByRole('region', { name: 'People you follow' });
  await expect(async () => {
    await page.goto('/');
    await expect(activity.getByText(friend.username)).toBeVisible({ timeout: 5000 });
  }).toPass();
  expect.soft(await cutOff(page), 'home').toEqual([]);
  for (const [path, title] of [
    ['/profile', 'Favorites'],
    ['/library', 'Your Game Vault'],
    ['/library?view=list', 'Your Game Vault'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText(name).first()).toBeVisible();
    expect.soft(await cutOff(page), path).toEqual([]);
  }
});

/** Opens a game with a description full of editors' markup. */
async function openWith(page: Page, description: string): Promise<void> {
  const answer = await (await page.request.get('/api/games/3030-20010')).json();
  const json = { ...answer, game: { ...answer.game, description } };
  await page.route('**/api/games/3030-20010', (route) => route.fulfill({ json }));
  await page.goto('/game/3030-20010');
  await expect(page.getByRole('heading', { level: 1, name: 'Pac-Man' })).toBeVisible();
}

test('finds a description under a nested heading, and shows it as text', async ({ page }) => {
  await openWith(
    page,
    `<p>Before it all.</p><h2><span><a href="javascript:document.title='owned'"><b><i>Game <u>Overview</u></i></b></a></span></h2>
     <p>Told <b>after</b> the heading, &lt;in full&gt; &amp; plainly.</p><img src=x onerror="document.title='owned'">
     <script>document.title='owned'</script>`,
  );
  await expect(page.getByText('Told after the heading, <in full> & plainly.')).toBeVisible();
  await expect(page.getByText('Before it all.')).toHaveCount(0);
  await untouched(page);
});

test('a description of one very long word does not overflow', { tag: '@mobile' }, async ({ page }) => {
  await openWith(page, `<b>Overview</b> ${'supercalifragilistic'.repeat(200)} 🎮 ${'ا'.repeat(3000)}`);
  await expect(page.getByRole('heading', { name: 'About This Game' })).toBeVisible();
  expect(await overflow(page)).toEqual(intact);
});

test('reports a page whose code does not load, and retries', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome to Your Game Library' })).toBeVisible();
  await page.route('**/assets/login-page-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Sign In' }).click();
  await giveUp(page);
  const fault = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
  await expect(fault).toBeVisible();
  await expect(fault.getByRole('link', { name: 'Go to the home page' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Search games' })).toBeVisible();
  await page.unroute('**/assets/login-page-*.js');
  await fault.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Username or email')).toBeVisible();
});

test('keeps the page when the code of a dialog does not load', async ({ page }) => {
  let asked = 0;
  await page.route('**/assets/palette-*.js', (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto('/');
  // The page handles keys only after it has settled.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k');
    expect(asked).toBeGreaterThan(0);
  }).toPass();
  await giveUp(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t load' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome to Your Game Library' })).toBeVisible();
  await page.unroute('**/assets/palette-*.js');
  await openPalette(page);
});

test('retries a form whose code did not load, without a reload', async ({ page }) => {
  await createAccount(page.request);
  const name = 'Edited in a Tunnel';
  await addDescribed(page.request, { name });
  await page.route('**/assets/edit-dialog-*.js', (route) => route.abort());
  await page.goto('/library?view=list');
  await act(page, 'Edit', name);
  const fault = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
  await expect(fault).toBeVisible();
  await page.unroute('**/assets/edit-dialog-*.js');
  await fault.getByRole('button', { name: 'Try again' }).click();
  await act(page, 'Edit', name);
  await expect(page.getByRole('dialog', { name: 'Edit game' })).toBeVisible();
});

for (const part of ['script', 'stylesheet'] as const) {
  test(`reloads a page whose first ${part} fails, and then reports it`, async ({ page }) => {
    let asked = 0;
    let failures = 2;
    await page.route(/\/assets\/index-[^/]*\.(js|css)$/, (route) => {
      if (route.request().resourceType() !== part) return route.continue();
      asked += 1;
      return asked <= failures ? route.fulfill({ status: 404 }) : route.continue();
    });
    const welcome = page.getByRole('heading', { name: 'Welcome to Your Game Library' });
    await page.goto('/');
    await expect.poll(() => asked).toBe(3);
    await expect(welcome).toBeVisible();

    failures = Number.POSITIVE_INFINITY;
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText('Couldn’t load Nightshelf.');
    failures = 0;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Couldn’t load Nightshelf.')).toHaveCount(0);
    await expect(welcome).toBeVisible();
  });
}
