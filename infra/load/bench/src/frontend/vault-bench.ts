import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import { databaseUrl } from '@nightshelf/servers';
import { GatewayClient, testPassword } from '@nightshelf/testing/gateway-client.ts';
import { until } from '@nightshelf/testing/until.ts';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { type Bench, type Figure, less, percentiles } from '../figures.ts';
import { startProductOf } from '../product.ts';
import { percentile } from '../statistics.ts';
import { fillVault } from './fill-vault.ts';

const entries = 10_000;
const rounds = 25;
/** Rounds that are not counted: code that has not run yet is slow. */
const warmUps = 3;
/** Visits after which the browser keeps the scripts compiled. */
const visits = 4;
const installTimeoutMs = 120_000;

/** A large vault that a browser keeps: the time to open, to show a keystroke's results, and to get changes. */
export const vaultBench: Bench = {
  what: `A vault of ${entries.toLocaleString('en')} games that Chromium keeps: opening it, typing into its search, requests for changes.`,
  onPage: / p95$/,
  turn: async (root) => {
    // Not `await using`, which dependency-cruiser cannot read yet.
    const stack = new AsyncDisposableStack();
    try {
      const product = await startProductOf(root, { RATE_LIMIT_FACTOR: 1000, LOG_LEVEL: 'warn' });
      stack.defer(() => product.stop());
      const { url } = product;
      const { client, user } = await GatewayClient.register(url);
      const database = databaseUrl(product.postgres.adminUrl, 'library');
      await fillVault(database, String(user.id), entries, `${url}/icons/icon-192.png`);
      const elsewhere = await GatewayClient.signIn(url, user.username, testPassword);
      const { library } = await elsewhere.call(listWholeLibrary, {});
      const ids = new Map(library.map(({ guid, id }) => [guid, id]));
      const browser = await startBrowser(stack, url, client.cookie);
      const change: Change = async (guid, hours) => {
        const input = { params: { id: ids.get(guid) ?? '' }, body: { hours_played: hours } };
        await elsewhere.call(libraryCalls.updateEntry, input);
      };
      await visitUntilInstalled(browser);
      return [...(await openings(browser)), ...(await keystrokes(browser)), ...(await responses(browser, change))];
    } finally {
      await stack.disposeAsync();
    }
  },
};

/** Changes one entry in another session. */
type Change = (guid: string, hours: number) => Promise<void>;

/** Starts Chromium with a profile of its own, signed in. */
async function startBrowser(stack: AsyncDisposableStack, baseURL: string, cookie: string): Promise<BrowserContext> {
  const profile = mkdtempSync(join(tmpdir(), 'nightshelf-chromium-'));
  stack.defer(() => rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  const installed = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launchPersistentContext(profile, {
    baseURL,
    viewport: { width: 1440, height: 900 },
    executablePath: existsSync(installed) ? installed : undefined,
    // Chromium does not start as root with its sandbox on.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  stack.defer(() => browser.close());
  const [name = '', value = ''] = cookie.split('=', 2);
  await browser.addCookies([{ name, value, url: baseURL }]);
  return browser;
}

/** Opens a page of the product in a new tab, and closes the tab afterwards. @param script runs before the page's own */
async function inTab<Result>(
  browser: BrowserContext,
  path: string,
  script: string,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const page = await browser.newPage();
  try {
    await page.addInitScript(afterPaint + script);
    await page.goto(path);
    return await use(page);
  } finally {
    await page.close();
  }
}

/** A message posted in an animation frame is handled after that frame has been painted. */
const afterPaint = `
  window.afterPaint = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(null);
  });
`;

/** Whether the page's database holds all entries, and the worker serves the page. */
const isInstalled = `(async () => {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  const name = names.find((one) => one.startsWith('nightshelf-vault-'));
  if (!name || !navigator.serviceWorker.controller) return false;
  const result = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = reject;
  });
  const database = await result(indexedDB.open(name));
  const kept = await result(database.transaction('entries').objectStore('entries').count());
  database.close();
  return kept === ${entries};
})()`;

/** Visits the vault until the browser keeps its entries and the client's files. */
async function visitUntilInstalled(browser: BrowserContext): Promise<void> {
  for (let visit = 0; visit < visits; visit += 1) {
    await inTab(browser, '/library', '', async (page) => {
      await page.waitForSelector('[data-index]', { timeout: installTimeoutMs });
      // The worker serves a page from the visit after the one that has fetched the files.
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
      if (visit > 0) await until('the vault is kept', () => page.evaluate<boolean>(isInstalled), installTimeoutMs);
    });
  }
}

const timeOpening = `
  window.opening = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[data-index]')) return;
      observer.disconnect();
      afterPaint(resolve);
    });
    observer.observe(document, { childList: true, subtree: true });
  });
`;

/** Opens the kept vault; the times count from the navigation. */
async function openings(browser: BrowserContext): Promise<Figure[]> {
  const shown: number[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    const opening = await inTab(browser, '/library', timeOpening, (page) => page.evaluate<number>('window.opening'));
    if (round >= 0) shown.push(opening);
  }
  return percentiles('opening: the first games are painted', shown);
}

/** Thirty keystrokes (`<` deletes): words that match much, little and nothing, and their removal. */
const typed = 'mario<<<<<space war<<<<<<<zzz<';
const chipPresses = 30;
/** Between two keystrokes of a fast typist. */
const restMs = 200;

/** Waits until the page is idle, because a keystroke must not pay for the opening or for the keystroke before it. */
const rest = async (page: Page): Promise<void> => {
  await pause(restMs);
  await page.evaluate(`new Promise((then) => requestIdleCallback(() =>
    requestAnimationFrame(() => requestIdleCallback(() => then(true)))))`);
};

const timeInput = `
  window.keystrokes = [];
  window.chips = [];
  addEventListener('input', ({ timeStamp }) => afterPaint((at) => keystrokes.push(at - timeStamp)), true);
  addEventListener('click', ({ timeStamp }) => afterPaint((at) => chips.push(at - timeStamp)), true);
`;

/** Types into the vault's search and presses the chips of its filters. */
const keystrokes = (browser: BrowserContext): Promise<Figure[]> =>
  inTab(browser, '/library', timeInput, async (page) => {
    await page.waitForSelector('[data-index]');
    await page.evaluate(`document.querySelector('main input[type=search]').focus()`);
    for (const key of typed) {
      await rest(page);
      await page.keyboard.press(key === '<' ? 'Backspace' : key === ' ' ? 'Space' : key);
    }
    for (let press = 0; press < chipPresses; press += 1) {
      await rest(page);
      await page.evaluate(`[...document.querySelectorAll('main [data-chip]')].at(${press} % 8).click()`);
    }
    await rest(page);
    return [
      ...percentiles('a keystroke, until its list is painted', await page.evaluate('window.keystrokes')),
      ...percentiles('a filter, until its list is painted', await page.evaluate('window.chips')),
    ];
  });

/** Time from the request until the page has the data as objects. */
const timeResponse = `
  window.request = async (path) => {
    performance.clearResourceTimings();
    const began = performance.now();
    const data = await (await fetch(path, { cache: 'no-store' })).json();
    const ms = performance.now() - began;
    const timing = () => performance.getEntriesByType('resource')[0];
    while (!timing()) await new Promise((resolve) => setTimeout(resolve, 5));
    const { version, library, changed } = data;
    return { ms, version, guid: library?.[0]?.guid, changed: changed?.length, bytes: timing().encodedBodySize };
  };
`;

interface TimedResponse {
  readonly ms: number;
  readonly version: string;
  readonly guid: string;
  readonly changed: number;
  readonly bytes: number;
}

/** Requests the changes since a version, and the whole vault, from a page that runs nothing else. */
const responses = (browser: BrowserContext, change: Change): Promise<Figure[]> =>
  inTab(browser, '/favicon.svg', timeResponse, async (page) => {
    const request = (path: string) => page.evaluate<TimedResponse>(`request(${JSON.stringify(path)})`);
    const path = '/api/games/library';
    let { version, guid } = await request(path);
    const since: number[] = [];
    const whole: TimedResponse[] = [];
    for (let round = -warmUps; round < rounds; round += 1) {
      await change(guid, 1001 + round);
      const response = await request(`${path}?since=${encodeURIComponent(version)}`);
      if (response.changed !== 1) throw new Error(`One entry was changed, and the server returned ${response.changed}`);
      version = response.version;
      const all = await request(path);
      if (round < 0) continue;
      since.push(response.ms);
      whole.push(all);
    }
    const wholeMs = whole.map(({ ms }) => ms);
    const wholeKb = whole.map(({ bytes }) => bytes / 1000);
    return [
      ...percentiles('changes since a version', since),
      ...percentiles('the whole vault', wholeMs),
      less('the whole vault, sent', 'KB', percentile(wholeKb, 50)),
    ];
  });
