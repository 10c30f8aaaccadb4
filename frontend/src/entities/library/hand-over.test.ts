import { afterEach, expect, test, vi } from 'vitest';
import { anEntry } from '../../test/builders.ts';
import { patience } from '../../test/patience.ts';
import {
  keepOnDevice,
  noChanges,
  openVault,
  readDevice,
  startWithVault,
  vaultUser as user,
} from '../../test/vault-visit.ts';
import { forgetDevice } from '../device/forget-device.ts';
import { isKept } from '../device/names.ts';
import { openTabs, type Tabs } from '../device/tabs.ts';
import { writeLastUser } from '../session/last-user.ts';
import { libraryNeeded, updateRequested } from './slice.ts';

const entry = anEntry();
const entries = [entry];
let tabs: Tabs[] = [];

function open(): Tabs {
  const tab = openTabs(user.id);
  tab.listen(() => {});
  tabs.push(tab);
  return tab;
}

startWithVault();
afterEach(() => {
  for (const tab of tabs) tab.close();
  tabs = [];
  writeLastUser(null);
});

/** Opens a page whose second and later reads of the device wait for `go`. */
function begin(go: Promise<void>) {
  const { promise: leads, resolve } = Promise.withResolvers<void>();
  let reads = 0;
  const page = openVault(
    { 'GET /api/games/library': noChanges },
    {
      intercept: (call) => (effect, next) => {
        if ((effect.fn as { readonly name?: string }).name !== 'read') return call(effect, next);
        reads += 1;
        if (reads === 1) return next();
        resolve();
        const read = effect.fn as () => Promise<unknown>;
        return go.then(read);
      },
    },
  );
  return { ...page, leads };
}

async function handedOver(what: (other: Tabs) => void) {
  await keepOnDevice({ entries, reached: { at: 1, cursor: 'c1' } });
  const [holder, other] = [open(), open()];
  await holder.leader.take();
  const { promise: go, resolve } = Promise.withResolvers<void>();
  const page = begin(go);
  // Wait until the page queues for the lock.
  await vi.waitFor(async () => expect((await navigator.locks.query()).pending).toHaveLength(1), patience);
  holder.close();
  await page.leads;
  what(other);
  // The message arrives before the new leader is ready.
  await new Promise((done) => setTimeout(done, 50));
  resolve();
  return page;
}

test('serves requests from another tab during and before the change of leader', async () => {
  const page = await handedOver((other) => other.send({ wanted: 'pull' }));
  await vi.waitFor(() => expect(page.made).toHaveLength(1), patience);
  page.end();
  const next = await handedOver(() => {});
  await vi.waitFor(() => expect(next.made).toHaveLength(1), patience);
  next.end();
});

test.each([
  ['nothing', 'kept again for a user who is back'],
  ['an edit', 'kept again for a user who is back'],
  ['nothing', 'kept no more'],
])('requests the whole vault when another tab left %s on the device and it is %s', async (left, then) => {
  const isBack = then !== 'kept no more';
  if (isBack) writeLastUser(user);
  await keepOnDevice({ entries, reached: { at: 1, cursor: 'c1' } });
  const page = openVault({
    'GET /api/games/library': ({ query }) => (query ? noChanges : { library: entries, version: 'c3' }),
    'PUT /api/games/library/:id': () => new Promise(() => {}),
  });
  const { made } = page;
  page.dispatch(libraryNeeded());
  await vi.waitFor(() => expect(made).toMatchObject([{ query: { since: 'c1' } }]), patience);
  if (left === 'an edit') page.dispatch(updateRequested({ entry, changes: { rating: 7 } }));
  await vi.waitFor(async () => expect((await readDevice()).queue).toHaveLength(left === 'an edit' ? 1 : 0), patience);

  await forgetDevice(user.id, false);
  await vi.waitFor(() => expect(made.at(-1)?.query).toBeUndefined(), patience);
  await page.sees(({ library }) =>
    expect(library).toMatchObject({ status: 'ready', entries: { '3030-1': { id: entry.id } } }),
  );
  if (isBack)
    await vi.waitFor(async () => {
      const { saved, cursor } = await readDevice();
      expect({ saved, cursor }).toEqual({ saved: { '3030-1': entry }, cursor: 'c3' });
    }, patience);
  else expect(await isKept(user.id)).toBe(false);
});
