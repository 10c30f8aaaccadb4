import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Act, acts, Simulation } from './test/simulation.ts';

const runs = Number(process.env.MODEL_RUNS ?? 300);

test(`brings two devices to the server's vault on an unreliable network (${runs} histories)`, () => {
  fc.assert(
    fc.property(fc.array(acts, { minLength: 20, maxLength: 120, size: 'max' }), (history: readonly Act[]) => {
      const simulation = new Simulation();
      for (const act of history) simulation.play(act);
      simulation.heal();
      for (const device of simulation.devices) {
        expect(device.shelf.queue, 'no pending changes').toEqual([]);
        expect(device.shelf.saved, 'all devices show the stored vault').toEqual(simulation.server.entries());
      }
      expect(simulation.server.doneTwice(), 'no edit is applied twice').toEqual([]);
      expect(simulation.server.overwritten, 'no edit overwrites a value that its user had not seen').toEqual([]);
      const { added } = simulation.server;
      expect(new Set(added).size, 'no session or playthrough is added twice').toBe(added.length);
      expect(simulation.lostParts(), 'each added session and playthrough is stored').toEqual([]);
      expect(simulation.lost(), 'each finished change is stored').toEqual([]);
    }),
    { numRuns: runs, verbose: 0 },
  );
}, 600_000);
