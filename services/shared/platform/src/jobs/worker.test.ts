import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { noteChange, Worker } from './worker.ts';

const idleMs = 1000;
let steps: number[];
let work = 0;
let worker: Worker;

beforeEach(async () => {
  vi.useFakeTimers();
  steps = [];
  work = 0;
  worker = new Worker({
    name: 'test',
    idleMs,
    logger: createLogger('test', 'silent'),
    step: async () => {
      steps.push(performance.now());
      // A transaction of a step does the same.
      noteChange();
      return work-- > 0;
    },
  });
  await worker.start();
});

afterEach(async () => {
  await worker.stop();
  vi.useRealTimers();
});

it('polls ever more rarely while the process changes nothing', async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  expect(steps.length).toBeLessThan(17);
  expect(steps.length).toBeGreaterThan(12);
});

it('polls within the idle time after a change', async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  const before = steps.length;
  noteChange();
  await vi.advanceTimersByTimeAsync(idleMs);
  expect(steps.length).toBe(before + 1);
});

it('polls under continuous changes as often as the idle time allows', async () => {
  const before = steps.length;
  for (let time = 0; time < 10_000; time += 100) {
    noteChange();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(steps.length - before).toBeGreaterThanOrEqual(9);
  expect(steps.length - before).toBeLessThanOrEqual(11);
});

it('repeats the step while there is work', async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  work = 5;
  const before = steps.length;
  worker.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(steps.length).toBe(before + 6);
});
