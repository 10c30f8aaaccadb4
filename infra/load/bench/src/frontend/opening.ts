import { until } from '@nightshelf/testing/until.ts';
import { afterPaint } from './after-paint.ts';
import type { Chromium } from './chromium.ts';
import { Tab } from './tab.ts';

/** What happens while a kept vault opens, in order, each in milliseconds since the navigation began. */
export const steps = {
  answered: 'the page itself is answered (worker, gateway)',
  painted: 'first paint',
  wanted: "the vault's database is first opened",
  opened: 'the database is open',
  reading: 'its entries are asked for',
  read: 'the entries are read from the disk',
  given: 'and are objects in the page',
  drawn: 'the first games are in the page',
  shown: 'the first games are painted',
  usable: 'and can be used',
  asked: 'the server is asked what has changed since',
  told: 'and has answered',
} as const;

export type Step = keyof typeof steps;
export type Opening = Readonly<Partial<Record<Step, number>>>;

// Runs in the page, before anything else.
const measuring = `
  ${afterPaint}
  const marks = {};
  const note = (step) => { marks[step] ??= performance.now(); };
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...given) {
    note('wanted');
    const request = open.apply(this, given);
    request.addEventListener('success', () => note('opened'));
    return request;
  };
  let entries;
  const { getAll } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAll = function (...given) {
    const request = getAll.apply(this, given);
    if (this.name === 'entries') {
      note('reading');
      entries = request;
      request.addEventListener('success', () => note('read'));
    }
    return request;
  };
  // What was read becomes objects when it is first looked at.
  const result = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'result');
  Object.defineProperty(IDBRequest.prototype, 'result', {
    ...result,
    get() {
      const value = result.get.call(this);
      if (this === entries) note('given');
      return value;
    },
  });
  const until = (found) => new Promise((resolve) => {
    const look = () => (found() ? resolve(found()) : setTimeout(look, 50));
    look();
  });
  const since = () => performance.getEntriesByType('resource')
    .find(({ name, responseEnd }) => name.includes('/api/games/library?since=') && responseEnd > 0);
  const paint = () => performance.getEntriesByName('first-contentful-paint')[0];
  {
    const look = () => {
      const game = document.querySelector('[data-index]');
      if (!game) return;
      if (marks.drawn === undefined) {
        note('drawn');
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
    until(since),
    // It is told of some time after it was.
    until(paint),
    until(() => marks.shown && marks.usable && marks.given),
  ]).then(([asked, painted]) => ({
    ...marks,
    answered: performance.getEntriesByType('navigation')[0].responseEnd,
    painted: painted.startTime,
    asked: asked.startTime,
    told: asked.responseEnd,
  }));
`;

/**
 * Opens the vault by its address in a new tab, and closes it again.
 * @param isAsleep whether the worker has been stopped, as the browser does after half a minute without use
 */
export async function openVault(chromium: Chromium, url: string, isAsleep: boolean): Promise<Opening> {
  const tab = await Tab.open(chromium);
  await tab.beDesktop();
  await tab.send('ServiceWorker.enable');
  if (isAsleep) await tab.send('ServiceWorker.stopAllWorkers');
  await tab.send('ServiceWorker.disable');
  await tab.send('Page.enable');
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: measuring });
  await tab.send('Page.navigate', { url: `${url}/library` });
  const opening = await until('the vault is open', () => tab.evaluate<Opening>('window.opening'), 30_000);
  await tab.end();
  return opening;
}
