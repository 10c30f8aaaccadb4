import { until } from '@nightshelf/testing/until.ts';
import { afterPaint } from './after-paint.ts';
import type { InstalledVault } from './installed-vault.ts';
import { Tab } from './tab.ts';

/** One answer of the server, as a page has it. */
export interface Told {
  /** Milliseconds from the request until the page has its data as objects. */
  readonly ms: number;
  /** Of the body, as it is on the network and as it is read. */
  readonly sent: number;
  readonly read: number;
}

const asking = `
  window.ask = async (path, headers = {}) => {
    performance.clearResourceTimings();
    const began = performance.now();
    const data = await (await fetch(path, { headers, cache: 'no-store' })).json();
    const ms = performance.now() - began;
    let timing;
    while (!timing) {
      [timing] = performance.getEntriesByType('resource');
      if (!timing) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return { data, told: { ms, sent: timing.encodedBodySize, read: timing.decodedBodySize } };
  };
`;

/** A page on which nothing runs, to ask a server from. */
export async function openAsker(vault: Pick<InstalledVault, 'chromium' | 'quietPage'>): Promise<Tab> {
  const tab = await Tab.open(vault.chromium);
  await tab.send('Page.enable');
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: asking });
  await tab.send('Page.navigate', { url: vault.quietPage });
  await until('the page is there', () =>
    tab.evaluate<boolean>(`'ask' in window && document.readyState === 'complete'`),
  );
  return tab;
}

export const versionNow = (asker: Tab): Promise<string> =>
  asker.evaluate(`ask('/api/games/library').then(({ data }) => data.version)`);

/** Asks for what has changed since. @throws when that is not one entry */
export async function askSince(asker: Tab, version: string): Promise<{ told: Told; version: string }> {
  const path = `/api/games/library?since=${encodeURIComponent(version)}`;
  const { changed, ...answer } = await asker.evaluate<{ told: Told; version: string; changed: number }>(
    `ask(${JSON.stringify(path)}).then(({ told, data }) => ({ told, version: data.version, changed: data.changed.length }))`,
  );
  if (changed !== 1) throw new Error(`One entry was changed, and the server told of ${changed}`);
  return answer;
}

export const askForAll = (asker: Tab): Promise<Told> =>
  asker.evaluate(`ask('/api/games/library').then(({ told }) => told)`);

const watching = `
  ${afterPaint}
  window.untilShown = (text) => new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('[data-index="0"]')?.textContent.includes(text)) return;
      observer.disconnect();
      afterPaint(() => resolve(true));
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
`;

/** First changes, which are not counted: the notification stream may not be open yet. */
const unheard = 3;

/**
 * Changes the first game of an open vault elsewhere, again and again.
 * @returns for each change the milliseconds from its acknowledgement until the open vault has painted it
 */
export async function noticeChanges(vault: InstalledVault, rounds: number): Promise<number[]> {
  const tab = await Tab.open(vault.chromium);
  await tab.beDesktop();
  await tab.send('Page.enable');
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: watching });
  await tab.send('Page.navigate', { url: `${vault.product.url}/library` });
  const firstGuid = `document.querySelector('[data-index="0"] [data-guid]')?.dataset.guid`;
  const guid = await until('the vault is open', () => tab.evaluate<string>(firstGuid), 30_000);
  const noticed: number[] = [];
  for (let round = -unheard; round < rounds; round += 1) {
    const hours = 2001 + round;
    const shown = tab.evaluate<boolean>(`untilShown('${hours.toLocaleString('en')}')`);
    const acknowledged = await vault.changeElsewhere(guid, hours);
    await shown;
    if (round >= 0) noticed.push(performance.now() - acknowledged);
  }
  await tab.end();
  return noticed;
}
