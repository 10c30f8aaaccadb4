import { setTimeout as pause } from 'node:timers/promises';
import { services } from '@nightshelf/local/product/topology.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import type { FaultKind } from '../plan/fault.ts';

/** Until what is in hand has been answered, in milliseconds. */
const settleMs = 1000;

/**
 * Half of the instances run the release before for a while, on the migrated databases, side by side with the other half.
 * Alone: under other faults the old code would fail as it always did.
 */
export const oldBesideNew: FaultKind = {
  kind: 'old-beside-new',
  weight: 1,
  alone: true,
  missing: ({ oldCode }) => (oldCode.root ? null : oldCode.says),
  draw: (random) => ({ target: 'services', ms: random.whole(4000, 12_000) }),
  apply: async (stage, { ms }) => {
    const { root } = stage.oldCode;
    if (!root) return undefined;
    const second = services.map((name) => [stage.group(name), stage.replica(`${name}-2`)] as const);
    // What only the new code keeps, clients do not ask for while the old may answer.
    stage.oldServes = true;
    stage.oldHasServed = true;
    await pause(settleMs);
    const run = (code: string) => Promise.allSettled(second.map(([group, replica]) => group.replace(replica, code)));
    const old = await run(root);
    await pause(old.every(({ status }) => status === 'fulfilled') ? ms : 0);
    const renewed = await run(checkoutRoot);
    stage.oldServes = false;
    const failed = [...old, ...renewed].find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return undefined;
  },
};
