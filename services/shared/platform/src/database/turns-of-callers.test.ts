import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Deadline } from '../http/deadline.ts';
import { IntendedWork } from '../idempotency/intended-work.ts';
import { TurnsOfCallers } from './work.ts';

test('reports a change whose deadline passes in the queue as late, not as our fault', async () => {
  const turns = new TurnsOfCallers(1);
  const first = Promise.withResolvers<void>();
  const holding = turns.run('first', Deadline.in(60_000), () => first.promise);
  const waiting = (caller: string, deadline: Deadline) =>
    new IntendedWork(
      { key: null, caller, deadline },
      () => turns.run(caller, deadline, () => Promise.reject(new Error('It had its turn'))),
      () => expect.unreachable(),
    );
  // A busy process may run its timers at any moment.
  const busy = setInterval(() => {
    for (const until = performance.now() + 0.4; performance.now() < until; );
  }, 1);
  const faults = await Promise.all(
    Array.from({ length: 500 }, async (_, i) => {
      await pause(i);
      const work = waiting(`${i}`, Deadline.in(50 + (i % 100) / 2.3));
      return work.repeatable(async () => undefined).catch((error: unknown) => error);
    }),
  );
  clearInterval(busy);
  first.resolve();
  await holding;
  for (const fault of faults) expect(fault).toMatchObject({ status: 503, code: 'service.late' });
});
