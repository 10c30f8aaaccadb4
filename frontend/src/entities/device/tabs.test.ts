import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answersWithin } from './lead.ts';
import { databaseOf } from './names.ts';
import { openTabs, type Tabs } from './tabs.ts';

const user = 'a-user';
let tabs: Tabs[] = [];
const pages = new Map<Tabs, EventTarget>();

/** Another tab, which listens. */
function open(): Tabs {
  const page = new EventTarget();
  vi.stubGlobal('document', page);
  const tab = openTabs(user);
  tab.listen(() => {});
  pages.set(tab, page);
  tabs.push(tab);
  return tab;
}

const happens = (tab: Tabs, event: 'freeze' | 'resume') => pages.get(tab)?.dispatchEvent(new Event(event));
/** Locks and channels are the real ones, and take turns of their own. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const leads = (tab: Tabs) => tab.lead.isOurs();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  for (const tab of tabs) tab.close();
  tabs = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a tab that hears what is wanted keeps the lead, until it is closed', async () => {
  const [first, second] = [open(), open()];
  expect(await first.lead.take()).toBe(false);
  const given = second.lead.take();
  await turns();
  second.tell({ wanted: 'send' });
  await turns();
  await vi.advanceTimersByTimeAsync(2 * answersWithin);
  await turns();
  expect([await leads(first), await leads(second)]).toEqual([true, false]);
  first.close();
  expect(await given).toBe(true);
  expect(await leads(second)).toBe(true);
});

test('one that says nothing is robbed of it, and finds that out before it does anything', async () => {
  const first = open();
  await first.lead.take();
  // It hangs: what is said to it is not heard.
  first.listen(() => {})();
  const second = open();
  const given = second.lead.take();
  await turns();
  second.tell({ wanted: 'send' });
  await vi.advanceTimersByTimeAsync(answersWithin - 1);
  await turns();
  expect(await leads(first)).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(await given).toBe(true);
  expect([await leads(first), await leads(second)]).toEqual([false, true]);
  await first.lead.untilLost();
});

test('one that the browser is about to freeze gives it back, and takes none until it runs again', async () => {
  const [first, second] = [open(), open()];
  await first.lead.take();
  const given = second.lead.take();
  await turns();
  happens(first, 'freeze');
  expect(await given).toBe(true);
  await first.lead.untilLost();
  const again = first.lead.take();
  await turns();
  happens(second, 'freeze');
  await turns();
  expect((await navigator.locks.query()).held?.filter(({ name }) => name === databaseOf(user))).toEqual([]);
  happens(first, 'resume');
  expect(await again, 'another may have led meanwhile').toBe(true);
});
