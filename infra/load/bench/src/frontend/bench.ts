import { type RunningProduct, startProduct } from '@nightshelf/local';
import { databaseUrl } from '@nightshelf/servers';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import { startChromium } from './chromium.ts';
import { firstScriptBytes } from './first-script.ts';
import { describeVault, measureVault } from './keystrokes.ts';
import { type Device, judge } from './lighthouse.ts';
import { fillVault } from './vault.ts';

const entries = 10_000;
const goals = { scores: 95, firstScriptBytes: 110_000, keystrokeP95Ms: 32 };

/** The client as the gateway serves it, in a real Chromium: Lighthouse, JavaScript before a page's own, a large vault. */
export async function benchFrontend(): Promise<void> {
  const product = await startProduct({ settings: { RATE_LIMIT_FACTOR: 1000, LOG_LEVEL: 'warn' } });
  try {
    await benchScript(product.url);
    await benchVault(product);
    await benchLighthouse(product.url);
  } finally {
    await product.stop();
  }
}

async function benchScript(url: string): Promise<void> {
  const sizes = await firstScriptBytes(url);
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  console.log(`\nJavaScript before a page's own chunk, bytes (gzip), goal ${goals.firstScriptBytes}`);
  console.table({ ...sizes, total });
}

async function benchVault(product: RunningProduct): Promise<void> {
  const { client, user } = await GatewayClient.register(product.url);
  await fillVault(databaseUrl(product.postgres.adminUrl, 'library'), String(user.id), entries);
  const chromium = await startChromium();
  try {
    console.log(
      `\nA vault of ${entries.toLocaleString('en')} entries, goal for a keystroke or a chip ${goals.keystrokeP95Ms} ms (p95)`,
    );
    const plain = await measureVault(chromium, product.url, client.cookie);
    const filtered = await measureVault(chromium, product.url, client.cookie, true);
    console.table({ 'without filters': describeVault(plain), 'five filters': describeVault(filtered) });
  } finally {
    await chromium.stop();
  }
}

async function benchLighthouse(url: string): Promise<void> {
  const { client, user } = await GatewayClient.register(url);
  for (const place of Array.from({ length: 12 }, (_, at) => at)) {
    const body = JSON.stringify({ guid: `3030-2001${place}`, name: `Game ${place}`, status: 'playing' });
    await client.send('POST', '/api/games/library/add-external', { body });
  }
  // The first to search for something waits for the provider; whoever comes after has what was found then.
  const query = { mobile: 'mario', desktop: 'metroid' };
  const pages = [
    { page: 'home', path: () => '/', signedIn: null },
    { page: 'search, nobody before', path: (device: Device) => `/search?q=${query[device]}`, signedIn: null },
    { page: 'search', path: (device: Device) => `/search?q=${query[device]}`, signedIn: null },
    { page: 'vault', path: () => '/library', signedIn: { cookie: client.cookie, user } },
  ];
  const rows: object[] = [];
  const faults: string[] = [];
  for (const { page, path, signedIn } of pages) {
    for (const device of ['mobile', 'desktop'] as const) {
      // A browser of its own for each: nothing is in its cache.
      const chromium = await startChromium();
      try {
        const judged = await judge(chromium, url + path(device), device, signedIn);
        rows.push({ page, device, ...judged.scores });
        faults.push(...judged.faults.map((fault) => `${page}, ${device}: ${fault}`));
      } catch (error) {
        // A machine that is too busy gives Lighthouse no trace; the other pages are still worth their figures.
        rows.push({ page, device, failed: String(error) });
      } finally {
        await chromium.stop();
      }
    }
  }
  console.log(`\nLighthouse, goal ${goals.scores} each`);
  console.table(rows);
  console.log(faults.join('\n'));
}
