import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Act, acts, World } from './model/world.ts';

const runs = Number(process.env.MODEL_RUNS ?? 300);

test(`brings two devices to the server's vault whatever the network does (${runs} histories)`, () => {
  fc.assert(
    fc.property(fc.array(acts, { minLength: 20, maxLength: 120, size: 'max' }), (history: readonly Act[]) => {
      const world = new World();
      for (const act of history) world.play(act);
      world.heal();
      for (const device of world.devices) {
        expect(device.shelf.queue, 'nothing waits').toEqual([]);
        expect(device.shelf.saved, 'all see what is stored').toEqual(world.server.entries());
      }
      expect(world.server.doneTwice(), 'no edit is applied twice').toEqual([]);
      expect(world.server.overwritten, 'no edit is undone by one who had not seen it').toEqual([]);
      const { added } = world.server;
      expect(new Set(added).size, 'no session or playthrough is added twice').toBe(added.length);
      expect(world.lostParts(), 'what was logged, and added, is stored').toEqual([]);
      expect(world.lost(), 'what was done with is stored').toEqual([]);
    }),
    { numRuns: runs, verbose: 0 },
  );
}, 600_000);
