import { percentile } from '../statistics.ts';
import { afterPaint } from './after-paint.ts';
import type { Chromium } from './chromium.ts';
import { Tab } from './tab.ts';

/** Thirty keystrokes: words that match much, little and nothing, and their removal. */
const typed = ['mario', '<<<<<', 'space war', '<<<<<<<', 'zzz', '<'];
const rest = 300;
/** Filters of five kinds, and how often a chip is pressed beside them. */
const filters =
  'status=playing,completed,want_to_play&-platform=pc&rating=9-10,7-8,5-6&year=1980s,1990s,2000s&-hours=none';
const presses = 30;

export interface VaultFigures {
  /** Milliseconds from the start of the navigation until the list is painted and the page answers again. */
  readonly interactive: number;
  /** Milliseconds from each keystroke until the list that it asks for is painted. */
  readonly keystrokes: readonly number[];
  /** The same from each press of a filter's chip. */
  readonly chips: readonly number[];
  /** Processor time of the page's main thread for one keystroke, in milliseconds: what other load does not change. */
  readonly work: Readonly<Record<(typeof kinds)[number], number>>;
}

const kinds = ['TaskDuration', 'ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'] as const;

// Runs in the page.
const measuring = `
  ${afterPaint}
  window.keystrokes = [];
  window.chips = [];
  window.interactive = new Promise((resolve) => {
    const look = () => document.querySelector('[data-index]')
      ? afterPaint((at) => requestIdleCallback(() => resolve(Math.max(at, performance.now()))))
      : requestAnimationFrame(look);
    look();
  });
  addEventListener('input', ({ timeStamp }) => afterPaint((at) => keystrokes.push(at - timeStamp)), true);
  addEventListener('click', ({ timeStamp }) => afterPaint((at) => chips.push(at - timeStamp)), true);
`;

/**
 * Opens a signed-in user's vault, types into its search and presses the chips of its filters.
 * @param isFiltered whether filters of five kinds are in use meanwhile
 */
export async function measureVault(
  chromium: Chromium,
  url: string,
  cookie: string,
  isFiltered = false,
): Promise<VaultFigures> {
  const tab = await Tab.open(chromium);
  try {
    await tab.send('Page.enable');
    await tab.send('Network.enable');
    await tab.send('Performance.enable', { timeDomain: 'threadTicks' });
    await tab.send('Network.setExtraHTTPHeaders', { headers: { cookie } });
    await tab.beDesktop();
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: measuring });
    await tab.send('Page.navigate', { url: `${url}/library${isFiltered ? `?${filters}` : ''}` });
    await new Promise((resolve) => setTimeout(resolve, rest));
    const interactive = await tab.evaluate<number>('window.interactive');
    await tab.evaluate(`document.querySelector('main input[type=search]').focus()`);
    const before = await workSoFar(tab);
    for (const key of typed.join('')) {
      await press(tab, key);
      // As fast typists do: each keystroke finds the page at rest.
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
    const keystrokes = await tab.evaluate<number[]>('window.keystrokes');
    const after = await workSoFar(tab);
    for (let press = 0; press < presses; press += 1) {
      const chip = `[...document.querySelectorAll('main [data-chip]')].at(${press} % 8)`;
      await tab.evaluate(`${chip}.click()`);
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
    const chips = await tab.evaluate<number[]>('window.chips');
    const perKeystroke = kinds.map((kind) => [kind, (after[kind] - before[kind]) / keystrokes.length] as const);
    return { interactive, keystrokes, chips, work: Object.fromEntries(perKeystroke) as VaultFigures['work'] };
  } finally {
    tab.close();
  }
}

/** Milliseconds of processor time since the page began, by kind. */
async function workSoFar(tab: Tab): Promise<VaultFigures['work']> {
  const { metrics } = await tab.send<{ metrics: { name: string; value: number }[] }>('Performance.getMetrics');
  const seconds = (kind: string) => metrics.find(({ name }) => name === kind)?.value ?? 0;
  return Object.fromEntries(kinds.map((kind) => [kind, seconds(kind) * 1000])) as VaultFigures['work'];
}

async function press(tab: Tab, key: string): Promise<void> {
  const code = key === '<' ? { key: 'Backspace', windowsVirtualKeyCode: 8 } : { key, text: key };
  await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', ...code });
  await tab.send('Input.dispatchKeyEvent', { type: 'keyUp', ...code });
}

export const describeVault = ({ interactive, keystrokes, chips, work }: VaultFigures) => ({
  'list interactive ms': Math.round(interactive),
  keystrokes: keystrokes.length,
  'p50 ms': percentile(keystrokes, 50),
  'p95 ms': percentile(keystrokes, 95),
  'max ms': percentile(keystrokes, 100),
  'chip p50': percentile(chips, 50),
  'chip p95': percentile(chips, 95),
  'CPU ms each': percentile([work.TaskDuration], 100),
  script: percentile([work.ScriptDuration], 100),
  style: percentile([work.RecalcStyleDuration], 100),
  layout: percentile([work.LayoutDuration], 100),
});
