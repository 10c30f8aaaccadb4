import { randomUUID } from 'node:crypto';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import { statuses } from '@nightshelf/contracts/library-entry.ts';
import { readyGame } from '@nightshelf/contracts/ready-game.ts';
import { type RunningProduct, startProduct } from '@nightshelf/local';
import { databaseUrl } from '@nightshelf/servers';
import { GatewayClient, testPassword } from '@nightshelf/testing/gateway-client.ts';
import { until } from '@nightshelf/testing/until.ts';
import pg from 'pg';
import { titles } from '../titles.ts';
import { type Chromium, startChromium } from './chromium.ts';
import { Tab } from './tab.ts';

const batchSize = 1000;
const platforms = [
  { id: 94, guid: '3045-94', name: 'PC', abbreviation: 'PC' },
  { id: 157, guid: '3045-157', name: 'Nintendo Switch', abbreviation: 'NSW' },
  { id: 146, guid: '3045-146', name: 'PlayStation 4', abbreviation: 'PS4' },
];

/** As long as a provider's usually is. */
const deck =
  'A game of the kind that many have at home: its first hour is slow, and what comes after it is remembered.';

/**
 * Puts `count` games of real names into a user's empty vault, straight into the library's database.
 * @param cover address of the picture that all have, with a description, as games of a provider do; null leaves both out
 */
async function fillVault(
  databaseUrl: string,
  userId: string,
  count: number,
  cover: string | null = null,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const rows = [...titles(count)].map(({ name }, place) => toRow(name, place, cover));
    for (let from = 0; from < rows.length; from += batchSize) {
      const batch = JSON.stringify(rows.slice(from, from + batchSize));
      await client.query(
        `insert into games (guid, summary, image_url, platform_names)
         select guid, summary, image_url, platform_names from jsonb_to_recordset($1::jsonb)
           as given (guid text, summary text, image_url text, platform_names jsonb)`,
        [batch],
      );
      await client.query(
        `insert into entries (id, user_id, guid, status, rating, hours_played, platform_id, date_added, version)
         select id, $2, guid, status, rating, hours, platform, now() - place * interval '1 minute', 1
         from jsonb_to_recordset($1::jsonb) as given
           (id uuid, guid text, status text, rating int, hours numeric, platform int, place int)`,
        [batch, userId],
      );
    }
    await client.query('insert into libraries (user_id, version) values ($1, 1)', [userId]);
  } finally {
    await client.end();
  }
}

function toRow(name: string, place: number, cover: string | null) {
  const guid = `3030-${900_000 + place}`;
  const { json, imageUrl, platformNames } = readyGame({
    guid,
    id: place,
    name,
    deck: cover && deck,
    original_release_date: `${1980 + (place % 45)}-03-03`,
    image: cover ? { small_url: cover, medium_url: cover, thumb_url: cover, screen_large_url: cover } : null,
    image_url: cover,
    platforms,
  });
  return {
    id: randomUUID(),
    guid,
    summary: json,
    image_url: imageUrl,
    platform_names: platformNames,
    status: statuses[place % statuses.length],
    rating: place % 11 || null,
    hours: (place % 200) / 2,
    platform: platforms[place % platforms.length]?.id,
    place,
  };
}

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
