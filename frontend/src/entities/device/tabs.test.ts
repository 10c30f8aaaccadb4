import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leaderTimeoutMs, openTabs, type Tabs } from './tabs.ts';

const user = 'a-user';
let tabs: Tabs[] = [];

function open(): Tabs {
  const tab = openTabs(user);
  tab.listen(() => {});
  tabs.push(tab);
  return tab;
}

/** The locks and channels are real, so wait several event loop turns. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const leads = (tab: Tabs) => tab.leader.isOurs();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  for (const tab of tabs) tab.close();
  tabs = [];
  vi.useRealTimers();
});

test('keeps a leader that replies, until it is closed', async () => {
  const [first, second] = [open(), open()];
  expect(await first.leader.take()).toBe(false);
  const given = second.leader.take();
  await turns();
  second.send({ wanted: 'send' });
  await turns();
  await vi.advanceTimersByTimeAsync(2 * leaderTimeoutMs);
  await turns();
  expect([await leads(first), await leads(second)]).toEqual([true, false]);
  first.close();
  expect(await given).toBe(true);
  expect(await leads(second)).toBe(true);
});

test('replaces a silent leader, which learns that before it acts', async () => {
  const first = open();
  await first.leader.take();
  // The tab hangs: it receives no messages.
  first.listen(() => {})();
  const second = open();
  const given = second.leader.take();
  await turns();
  second.send({ wanted: 'send' });
  await vi.advanceTimersByTimeAsync(leaderTimeoutMs - 1);
  await turns();
  expect(await leads(first)).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(await given).toBe(true);
  expect([await leads(first), await leads(second)]).toEqual([false, true]);
  await first.leader.untilLost();
});
