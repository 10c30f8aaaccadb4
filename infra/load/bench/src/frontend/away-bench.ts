import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@nightshelf/testing/until.ts';
import { percentile } from '../statistics.ts';
import { afterPaint } from './after-paint.ts';
import { type InstalledVault, installVault } from './installed-vault.ts';
import { Tab } from './tab.ts';

const games = 2000;
const edits = 5000;
const rounds = 7;
/** Seconds for which the sending is watched. */
const watched = 60;

// Each runs in a page of the product's origin.
const database = `
  const given = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const opened = async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    return given(indexedDB.open(names.find((one) => one.startsWith('nightshelf-vault-'))));
  };
`;
const seeding = `(async () => { ${database}
  const kept = await opened();
  const entries = await given(kept.transaction('entries').objectStore('entries').getAll());
  const transaction = kept.transaction('queue', 'readwrite');
  for (let place = 0; place < ${edits}; place += 1) {
    const base = entries[place % entries.length];
    const made = { key: 'edit-' + place, order: place + 1, tab: 'before', waits: true, guid: base.guid };
    const rating = 1 + ((base.rating ?? 0) + Math.floor(place / entries.length)) % 10;
    transaction.objectStore('queue').put({ ...made, kind: 'update', base, changes: { rating } });
  }
  await new Promise((resolve) => { transaction.oncomplete = resolve; });
  kept.close();
})()`;
const counting = `(async () => { ${database}
  const kept = await opened();
  const count = await given(kept.transaction('queue').objectStore('queue').count());
  kept.close();
  return count;
})()`;
const measuring = `
  ${afterPaint}
  window.usable = new Promise((resolve) => {
    const look = () => {
      const game = document.querySelector('[data-index]');
      if (game && !game.closest('[inert]')) afterPaint(resolve);
      else setTimeout(look, 10);
    };
    look();
  });
  // Until the screen says so, which it does when it is on the disk.
  window.edit = (place) => new Promise((resolve) => {
    const button = document.querySelectorAll('[data-quick^="hours-"]')[place];
    const game = button.closest('[data-index]');
    const before = game.textContent;
    const began = performance.now();
    button.click();
    const look = () => (game.textContent === before ? setTimeout(look, 1) : afterPaint((at) => resolve(at - began)));
    look();
  });
`;

const offline = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

async function open({ chromium, product }: InstalledVault): Promise<{ tab: Tab; usable: number; megabytes: number }> {
  const tab = await Tab.open(chromium);
  await tab.beDesktop();
  await tab.send('Network.enable');
  await tab.send('Network.emulateNetworkConditions', offline);
  await tab.send('Page.enable');
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: measuring });
  await tab.send('Page.navigate', { url: `${product.url}/library` });
  const usable = await until('the vault is open', () => tab.evaluate<number>('window.usable'), 60_000);
  await tab.send('HeapProfiler.collectGarbage');
  const { usedSize } = await tab.send<{ readonly usedSize: number }>('Runtime.getHeapUsage');
  return { tab, usable, megabytes: usedSize / 1e6 };
}

async function openings(vault: InstalledVault) {
  const all: { readonly usable: number; readonly megabytes: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { tab, ...opening } = await open(vault);
    await tab.end();
    if (round > 0) all.push(opening);
  }
  const median = (of: (one: (typeof all)[number]) => number) => percentile(all.map(of), 50);
  return { 'first games can be used, ms': median((one) => one.usable), 'heap, MB': median((one) => one.megabytes) };
}

async function oneMoreEdit(tab: Tab): Promise<number> {
  const times: number[] = [];
  for (let place = 0; place < 12; place += 1) times.push(await tab.evaluate<number>(`edit(${place})`));
  return Math.round(percentile(times, 50));
}

async function sendingOf(tab: Tab): Promise<void> {
  const before = await tab.evaluate<number>(counting);
  await tab.send('Network.emulateNetworkConditions', { ...offline, offline: false });
  for (let second = 0; second < watched; second += 10) {
    await pause(10_000);
    const left = await tab.evaluate<number>(counting);
    const refused = await tab.evaluate<number>(
      `performance.getEntriesByType('resource').filter(({ responseStatus }) => responseStatus === 429).length`,
    );
    console.log(`After ${second + 10} s: ${before - left} of ${before} are stored, ${refused} requests were refused.`);
  }
}

/** A device that comes back with thousands of edits: how it opens, takes one more, and sends them, under the limits that users have. */
export async function benchAway(): Promise<void> {
  const vault = await installVault(games, {});
  try {
    const without = await openings(vault);
    const before = await open(vault);
    const usual = await oneMoreEdit(before.tab);
    await before.tab.end();
    const quiet = await Tab.open(vault.chromium);
    await quiet.send('Page.enable');
    await quiet.send('Page.navigate', { url: vault.quietPage });
    await until('the page is there', () => quiet.evaluate<boolean>(`location.href === '${vault.quietPage}'`));
    await quiet.evaluate(seeding);
    await quiet.end();
    const first = await open(vault);
    await until('the edits are joined', async () => (await first.tab.evaluate<number>(counting)) <= games, 60_000);
    await first.tab.end();
    const rest = await openings(vault);
    console.log(`\n${edits} edits of ${games} games that were made without a network; the first opening joins them`);
    console.table({ 'nothing waits': without, [`${games} requests wait`]: rest });
    console.log(`The first opening: ${Math.round(first.usable)} ms, ${Math.round(first.megabytes)} MB.`);
    const { tab } = await open(vault);
    const more = await oneMoreEdit(tab);
    console.log(
      `One more edit, until it is on the disk and painted, ms (p50): ${more}; where nothing waited: ${usual}.`,
    );
    await sendingOf(tab);
    await tab.end();
  } finally {
    await vault.stop();
  }
}
