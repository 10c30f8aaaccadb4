import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answersWithin } from './lead.ts';
import { databaseOf } from './names.ts';
import { openTabs, type Tabs } from './tabs.ts';

const user = 'a-user';
let tabs: Tabs[] = [];
const pages = new Map<Tabs, EventTarget>();

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
/** The locks and channels are real, so wait several event loop turns. */
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

test('keeps the lead of a tab that answers, until it is closed', async () => {
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

test('takes the lead from a silent tab, which learns that before it acts', async () => {
  const first = open();
  await first.lead.take();
  // The tab hangs: it receives no messages.
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

test('gives the lead back before the browser suspends the tab, and takes none until it resumes', async () => {
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
