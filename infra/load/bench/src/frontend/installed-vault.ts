import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import { type RunningProduct, startProduct } from '@nightshelf/local';
import { databaseUrl } from '@nightshelf/servers';
import { GatewayClient, testPassword } from '@nightshelf/testing/gateway-client.ts';
import { until } from '@nightshelf/testing/until.ts';
import { type Chromium, startChromium } from './chromium.ts';
import { Tab } from './tab.ts';
import { fillVault } from './vault.ts';

/** A user's large vault in a browser that has been there before, and the same user elsewhere. */
export interface InstalledVault {
  readonly product: RunningProduct;
  readonly chromium: Chromium;
  readonly entries: number;
  /** Address of a page of the product's origin on which nothing runs. */
  readonly quietPage: string;
  /** Changes one entry in another session. @returns when that was acknowledged, by `performance.now()` */
  changeElsewhere(guid: string, hours: number): Promise<number>;
  stop(): Promise<void>;
}

const installsWithinMs = 120_000;
/** Visits after which the browser keeps the scripts compiled. */
const visits = 4;

/** What the page's database holds, and whether the worker answers for the page. */
const isInstalled = (entries: number) => `(async () => {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  const name = names.find((one) => one.startsWith('nightshelf-vault-'));
  if (!name || !navigator.serviceWorker.controller) return false;
  const given = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = reject;
  });
  const database = await given(indexedDB.open(name));
  const kept = await given(database.transaction('entries').objectStore('entries').count());
  database.close();
  return kept === ${entries};
})()`;

/** Starts the product and a browser, and visits the vault until the browser keeps it and the client. */
export async function installVault(entries: number): Promise<InstalledVault> {
  const stack = new AsyncDisposableStack();
  try {
    const product = await startProduct({ settings: { RATE_LIMIT_FACTOR: 1000, LOG_LEVEL: 'warn' } });
    stack.defer(() => product.stop());
    const { url } = product;
    const { client, user } = await GatewayClient.register(url);
    const cover = `${url}/icons/icon-192.png`;
    await fillVault(databaseUrl(product.postgres.adminUrl, 'library'), String(user.id), entries, cover);
    const elsewhere = await GatewayClient.signIn(url, user.username, testPassword);
    const { library } = await elsewhere.call(listWholeLibrary, {});
    const ids = new Map(library.map(({ guid, id }) => [guid, id]));
    const chromium = await startChromium();
    stack.defer(() => chromium.stop());
    await visitUntilInstalled(chromium, url, client.cookie, entries);
    const changeElsewhere = async (guid: string, hours: number) => {
      const input = { params: { id: ids.get(guid) ?? '' }, body: { hours_played: hours } };
      await elsewhere.call(libraryCalls.updateEntry, input);
      return performance.now();
    };
    const quietPage = `${url}/favicon.svg`;
    return { product, chromium, entries, quietPage, changeElsewhere, stop: () => stack.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function visitUntilInstalled(chromium: Chromium, url: string, cookie: string, entries: number): Promise<void> {
  const [name, value] = cookie.split('=', 2);
  for (let visit = 0; visit < visits; visit += 1) {
    const tab = await Tab.open(chromium);
    await tab.send('Network.setCookie', { url, name, value });
    await tab.beDesktop();
    await tab.send('Page.navigate', { url: `${url}/library` });
    const isThere = visit === 0 ? `document.querySelector('[data-index]') !== null` : isInstalled(entries);
    // The worker answers for a page from the visit after the one that has fetched it.
    const isFetched = 'navigator.serviceWorker.ready.then(() => true)';
    await until('the vault is there', () => tab.evaluate<boolean>(isThere), installsWithinMs);
    await until('the client is kept', () => tab.evaluate<boolean>(isFetched), installsWithinMs);
    await tab.end();
  }
}
