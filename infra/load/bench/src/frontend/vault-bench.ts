import { until } from '@nightshelf/testing/until.ts';
import { type Bench, type Figure, less } from '../figures.ts';
import { percentile } from '../statistics.ts';
import { afterPaint } from './after-paint.ts';
import type { Chromium } from './chromium.ts';
import { type InstalledVault, installVault } from './installed-vault.ts';
import { measureVault } from './keystrokes.ts';
import { Tab } from './tab.ts';

/** One answer of the server, as a page has it. */
interface Told {
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
async function openAsker(vault: Pick<InstalledVault, 'chromium' | 'quietPage'>): Promise<Tab> {
  const tab = await Tab.open(vault.chromium);
  await tab.send('Page.enable');
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: asking });
  await tab.send('Page.navigate', { url: vault.quietPage });
  await until('the page is there', () =>
    tab.evaluate<boolean>(`'ask' in window && document.readyState === 'complete'`),
  );
  return tab;
}

const versionNow = (asker: Tab): Promise<string> =>
  asker.evaluate(`ask('/api/games/library').then(({ data }) => data.version)`);

/** Asks for what has changed since. @throws when that is not one entry */
async function askSince(asker: Tab, version: string): Promise<{ told: Told; version: string }> {
  const path = `/api/games/library?since=${encodeURIComponent(version)}`;
  const { changed, ...answer } = await asker.evaluate<{ told: Told; version: string; changed: number }>(
    `ask(${JSON.stringify(path)}).then(({ told, data }) => ({ told, version: data.version, changed: data.changed.length }))`,
  );
  if (changed !== 1) throw new Error(`One entry was changed, and the server told of ${changed}`);
  return answer;
}

const askForAll = (asker: Tab): Promise<Told> => asker.evaluate(`ask('/api/games/library').then(({ told }) => told)`);

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
async function noticeChanges(vault: InstalledVault, rounds: number): Promise<number[]> {
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

/** Steps of opening a kept vault, in order, each in milliseconds since the navigation began. */
const steps = {
  painted: 'first paint',
  shown: 'the first games are painted',
  usable: 'the first games can be used',
} as const;

type Step = keyof typeof steps;
type Opening = Readonly<Record<Step, number>>;

// Runs in the page, before the client.
const measuring = `
  ${afterPaint}
  const marks = {};
  const until = (found) => new Promise((resolve) => {
    const look = () => (found() ? resolve(found()) : setTimeout(look, 50));
    look();
  });
  {
    let isDrawn = false;
    const look = () => {
      const game = document.querySelector('[data-index]');
      if (!game) return;
      if (!isDrawn) {
        isDrawn = true;
        afterPaint((at) => { marks.shown = at; });
      }
      if (!game.closest('[inert]')) {
        observer.disconnect();
        afterPaint((at) => { marks.usable = at; });
      }
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['inert'] });
  }
  window.opening = Promise.all([
    // The browser reports the first paint some time after it.
    until(() => performance.getEntriesByName('first-contentful-paint')[0]),
    until(() => marks.shown && marks.usable),
  ]).then(([painted]) => ({ ...marks, painted: painted.startTime }));
`;

/** Opens the vault by its address in a new tab, and closes it again. */
async function openVault(chromium: Chromium, url: string): Promise<Opening> {
  const tab = await Tab.open(chromium);
  await tab.beDesktop();
  await tab.send('Page.enable');
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: measuring });
  await tab.send('Page.navigate', { url: `${url}/library` });
  const opening = await until('the vault is open', () => tab.evaluate<Opening>('window.opening'), 30_000);
  await tab.end();
  return opening;
}

const entries = 10_000;
const rounds = 25;
/** That are not counted: code that has not run yet is slow. */
const warmUps = 3;

/** A large vault that a browser keeps: how soon it opens, answers a keystroke, and shows a change made elsewhere. */
export const vaultBench: Bench = {
  what: `A vault of ${entries.toLocaleString('en')} games that Chromium keeps: opening it, typing into its search, changes made elsewhere.`,
  turn: async () => {
    const vault = await installVault(entries);
    try {
      return [
        ...(await openings(vault)),
        ...(await keystrokes(vault)),
        ...(await answers(vault)),
        ...(await changesElsewhere(vault)),
      ];
    } finally {
      await vault.stop();
    }
  },
};

async function openings({ chromium, product }: InstalledVault): Promise<Figure[]> {
  const opened: Opening[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    const opening = await openVault(chromium, product.url);
    if (round >= 0) opened.push(opening);
  }
  return Object.entries(steps).flatMap(([step, name]) =>
    ranks(
      `opening: ${name}`,
      opened.map((one) => one[step as Step]),
    ),
  );
}

async function keystrokes({ chromium, product }: InstalledVault): Promise<Figure[]> {
  const { keystrokes, chips } = await measureVault(chromium, product.url);
  return [
    ...ranks('a keystroke, until its list is painted', keystrokes),
    ...ranks('a filter, until its list is painted', chips),
  ];
}

async function answers(vault: InstalledVault): Promise<Figure[]> {
  const asker = await openAsker(vault);
  const guid = await asker.evaluate<string>(`ask('/api/games/library').then(({ data }) => data.library[0].guid)`);
  let version = await versionNow(asker);
  const since: Told[] = [];
  const whole: Told[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    await vault.changeElsewhere(guid, 1001 + round);
    const answer = await askSince(asker, version);
    const all = await askForAll(asker);
    version = answer.version;
    if (round >= 0) {
      since.push(answer.told);
      whole.push(all);
    }
  }
  await asker.end();
  return [
    ...ranks(
      'what has changed since a version',
      since.map(({ ms }) => ms),
    ),
    ...ranks(
      'the whole vault',
      whole.map(({ ms }) => ms),
    ),
    less(
      'the whole vault, sent',
      'KB',
      percentile(
        whole.map(({ sent }) => sent / 1000),
        50,
      ),
    ),
  ];
}

async function changesElsewhere(vault: InstalledVault): Promise<Figure[]> {
  const noticed = await noticeChanges(vault, rounds);
  return ranks('a change made elsewhere, until it is painted here', noticed);
}

const ranks = (name: string, values: readonly number[]) =>
  [50, 95].map((rank) => less(`${name}: p${rank}`, 'ms', percentile(values, rank)));
