import { until } from '@nightshelf/testing/until.ts';
import { afterPaint } from './after-paint.ts';
import type { Chromium } from './chromium.ts';
import { Tab } from './tab.ts';

/** Steps of opening a kept vault, in order, each in milliseconds since the navigation began. */
export const steps = {
  painted: 'first paint',
  shown: 'the first games are painted',
  usable: 'the first games can be used',
} as const;

export type Step = keyof typeof steps;
export type Opening = Readonly<Record<Step, number>>;

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
export async function openVault(chromium: Chromium, url: string): Promise<Opening> {
  const tab = await Tab.open(chromium);
  await tab.beDesktop();
  await tab.send('Page.enable');
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: measuring });
  await tab.send('Page.navigate', { url: `${url}/library` });
  const opening = await until('the vault is open', () => tab.evaluate<Opening>('window.opening'), 30_000);
  await tab.end();
  return opening;
}
