import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@nightshelf/testing/until.ts';
import { afterPaint } from './after-paint.ts';
import type { Chromium } from './chromium.ts';
import { Tab } from './tab.ts';

/** Thirty keystrokes: words that match much, little and nothing, and their removal. */
const typed = ['mario', '<<<<<', 'space war', '<<<<<<<', 'zzz', '<'];
const rest = 300;
/** How often a filter's chip is pressed. */
const presses = 30;

export interface Painted {
  /** Milliseconds from each keystroke until the list that it asks for is painted. */
  readonly keystrokes: readonly number[];
  /** The same from each press of a filter's chip. */
  readonly chips: readonly number[];
}

// Runs in the page.
const measuring = `
  ${afterPaint}
  window.keystrokes = [];
  window.chips = [];
  addEventListener('input', ({ timeStamp }) => afterPaint((at) => keystrokes.push(at - timeStamp)), true);
  addEventListener('click', ({ timeStamp }) => afterPaint((at) => chips.push(at - timeStamp)), true);
`;

/** Opens the vault of the browser's user, types into its search and presses the chips of its filters. */
export async function measureVault(chromium: Chromium, url: string): Promise<Painted> {
  const tab = await Tab.open(chromium);
  try {
    await tab.send('Page.enable');
    await tab.beDesktop();
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: measuring });
    await tab.send('Page.navigate', { url: `${url}/library` });
    await until('the vault is open', () =>
      tab.evaluate<boolean>(
        `document.querySelector('[data-index]') !== null && !document.querySelector('[inert] [data-index]')`,
      ),
    );
    await tab.evaluate(`document.querySelector('main input[type=search]').focus()`);
    for (const key of typed.join('')) {
      await press(tab, key);
      // As fast typists do: each keystroke finds the page at rest.
      await pause(rest);
    }
    const keystrokes = await tab.evaluate<number[]>('window.keystrokes');
    for (let press = 0; press < presses; press += 1) {
      await tab.evaluate(`[...document.querySelectorAll('main [data-chip]')].at(${press} % 8).click()`);
      await pause(rest);
    }
    return { keystrokes, chips: await tab.evaluate<number[]>('window.chips') };
  } finally {
    tab.close();
  }
}

async function press(tab: Tab, key: string): Promise<void> {
  const code = key === '<' ? { key: 'Backspace', windowsVirtualKeyCode: 8 } : { key, text: key };
  await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', ...code });
  await tab.send('Input.dispatchKeyEvent', { type: 'keyUp', ...code });
}
